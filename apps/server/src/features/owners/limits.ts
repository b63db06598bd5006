/** What an owner may begin and send, decided by its row under its lock; what a token said of role and status is only a hint (R15, R17). */
import { Problem } from '@sampan/contract/errors'
import { openBytesPerBrowser } from '@sampan/contract/limits'
import { type PlanHolder, planOf, planRole } from '@sampan/contract/plans'
import { statusHere } from '@sampan/contract/rules/standing'
import type { Transaction } from '../../db/connect.ts'
import type { OwnerRow } from './queries.ts'
import * as queries from './queries-usage.ts'

/** The UTC month that a transfer counts in. */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7)

export const isSuspended = (status: OwnerRow['status']): boolean => status === 'revoke'

/** Then the queue looks again whether the owner is free to send. */
export const whileSuspendedSeconds = 3600

/** Suspended, or not paid for (Q16). */
export function checkMaySend(owner: Pick<OwnerRow, 'status'>): void {
  const status = statusHere(owner.status)
  if (isSuspended(status)) throw new Problem('accountSuspended')
  if (status === 'past_due' || status === 'unpaid') throw new Problem('planUnpaid')
}

/** For what asks with every part, by a status that may be late by half a minute (R27). A plan that lapsed stops nothing that runs. */
export function refuseSuspended(status: OwnerRow['status'] | undefined): void {
  if (status && isSuspended(status)) throw new Problem('accountSuspended')
}

const monthUsedUp = (owner: PlanHolder) =>
  new Problem('monthUsedUp', { role: planRole(owner.role), limit: planOf(owner).transfersPerMonth })

/** An early look at the month, which sending decides. */
export async function checkMonth(tx: Transaction, owner: OwnerRow, now: Date): Promise<void> {
  const max = planOf(owner).transfersPerMonth
  if (max !== null && (await queries.transfersInMonth(tx, owner.id, monthOf(now))) >= max) throw monthUsedUp(owner)
}

/** One of the month's transfers, in the caller's transaction. */
export async function takeTransferSlot(tx: Transaction, owner: OwnerRow, now: Date): Promise<void> {
  if (!(await queries.takeMonthSlot(tx, owner.id, monthOf(now), planOf(owner).transfersPerMonth))) throw monthUsedUp(owner)
}

/** One of the month's file requests, in the caller's transaction. */
export async function takeRequestSlot(tx: Transaction, owner: OwnerRow, now: Date): Promise<void> {
  const role = planRole(owner.role)
  const limit = planOf(owner).requestsPerMonth
  if (!(await queries.takeMonthRequest(tx, owner.id, monthOf(now), limit))) throw new Problem('requestsUsedUp', { role, limit })
}

export const freeTransferSlot = (tx: Transaction, ownerId: string, sentAt: Date): Promise<void> =>
  queries.freeMonthSlot(tx, ownerId, monthOf(sentAt))

/** What an account's plan still has storage for. */
export const storageLeft = (owner: PlanHolder & Pick<OwnerRow, 'usedBytes' | 'reservedBytes'>): number =>
  Math.max(0, planOf(owner).storageBytes - owner.usedBytes - owner.reservedBytes)

/** Quota for more bytes: a plan's storage, or what a browser may hold whose sender is not known yet. */
export function checkQuota(owner: OwnerRow, bytes: number): void {
  const isKnown = owner.kind !== 'browser'
  const limitBytes = isKnown ? planOf(owner).storageBytes : openBytesPerBrowser
  if (owner.usedBytes + owner.reservedBytes + bytes > limitBytes)
    throw new Problem(isKnown ? 'storageFull' : 'tooMuchUnverified', { limitBytes })
}
