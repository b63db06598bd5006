/** What an operator decides of an account, in a browser or by a command: each in one transaction with what is written down of it. */
import type { PaidRole } from '@sampan/contract/plans'
import { areSameLimits, changedLimits, type LimitChange, limitsNote } from '@sampan/contract/rules/own-limits'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { endSessions, setOperator } from '../accounts/index.ts'
import { settleStanding } from '../billing/index.ts'
import { lockOwner, restoreOwner, setGivenRole, setOwnLimits, suspendOwner } from '../owners/index.ts'
import { type By, noteAct } from './note-act.ts'
import type { Account } from './queries-accounts.ts'

export type AccountChange = (tx: Transaction, account: Account, by: By, now: Date) => Promise<void>

export const suspend =
  (reason: string): AccountChange =>
  async (tx, { user, owner }, by, now) => {
    await suspendOwner(tx, owner.id, reason, now)
    await noteAct(tx, by, { act: 'suspended', aboutUserId: user.id, detail: reason }, now)
  }

/** Of an account that is not suspended there is nothing to tell. */
export const restore =
  (reason: string): AccountChange =>
  async (tx, { user, owner }, by, now) => {
    const locked = await lockOwner(tx, owner.id)
    if (!locked?.revokedAt) return
    await restoreOwner(tx, owner.id, reason, now)
    await noteAct(tx, by, { act: 'restored', aboutUserId: user.id, detail: reason }, now)
  }

/** For good; null takes it back. */
export const giveRole =
  (role: PaidRole | null): AccountChange =>
  async (tx, { user, owner }, by, now) => {
    const locked = await lockOwner(tx, owner.id)
    if (!locked || locked.givenRole === role) return
    await setGivenRole(tx, owner.id, role)
    const act = role ? 'planGiven' : 'planTakenBack'
    await noteAct(tx, by, { act, aboutUserId: user.id, detail: role ?? locked.givenRole ?? '' }, now)
  }

/** Of what is so already nothing is told. */
export const setLimits =
  (change: LimitChange, reason: string): AccountChange =>
  async (tx, { user, owner }, by, now) => {
    const locked = await lockOwner(tx, owner.id)
    if (!locked) return
    const next = changedLimits(locked.ownLimits, change)
    if (areSameLimits(locked.ownLimits, next)) return
    await setOwnLimits(tx, owner.id, next)
    await noteAct(tx, by, { act: 'limitsChanged', aboutUserId: user.id, detail: limitsNote(change, reason) }, now)
  }

export const logOutEverywhere: AccountChange = async (tx, { user }, by, now) => {
  await endSessions(tx, user.id, null, now)
  await noteAct(tx, by, { act: 'sessionsEnded', aboutUserId: user.id }, now)
}

export const makeOperator =
  (isOperator: boolean): AccountChange =>
  async (tx, { user }, by, now) => {
    if (!(await setOperator(tx, user.id, isOperator))) return
    await noteAct(tx, by, { act: isOperator ? 'operatorOn' : 'operatorOff', aboutUserId: user.id }, now)
  }

/** `isDone`: whether this very call was made before. */
export const changeAccount = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  account: Account,
  by: By,
  change: AccountChange,
  isDone: (tx: Transaction, now: Date) => Promise<boolean> = async () => false,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = clock()
    if (await isDone(tx, now)) return
    await change(tx, account, by, now)
    await settleStanding(tx, account.owner.id)
  })
