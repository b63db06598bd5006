/** Reminds whoever has not sent everything: by hand, and by itself around the due date (R3). */
import { Problem } from '@sampan/contract/errors'
import { requestLimits } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { RateLimited, takeRate } from '../../http/rate-limit.ts'
import { isRepeated } from '../../http/request-key.ts'
import type { Services } from '../../services.ts'
import { checkMaySendAs } from '../accounts/index.ts'
import { lockOwner } from '../owners/index.ts'
import { takeMailRates } from '../transfers/index.ts'
import { queueMail } from './ask-people.ts'
import * as queries from './queries.ts'
import { awaitedOf } from './queries-grid.ts'
import { requestsToRemind } from './queries-remind.ts'
import { type SupplierRow, updateSupplier } from './queries-suppliers.ts'
import { dayDue, daysPassed, nextRemindAt } from './remind-days.ts'
import { requireNotTakenDown, statusOf } from './request-status.ts'

const perBatch = 200
const againSeconds = 3600

type Reminding = { request: queries.RequestRow; people: readonly SupplierRow[]; again: string }

const emailsOf = (people: readonly SupplierRow[]): string[] => people.map(({ email }) => email!)

async function queueReminders(tx: Transaction, now: Date, { people, again }: Reminding): Promise<void> {
  for (const { id } of people) {
    await updateSupplier(tx, id, { remindedAt: now })
    await queueMail(tx, { supplierId: id, kind: 'reminder', again })
  }
}

/** Pressed twice it is one mail. */
const isResting = ({ remindedAt }: SupplierRow, now: Date): boolean =>
  remindedAt !== null && remindedAt > addSeconds(now, -requestLimits.remindRestSeconds)

/** By hand each person is reminded so often a day; who was reminded a moment ago is left out. */
async function remindByHand(tx: Transaction, services: Services, { request, people, again }: Reminding): Promise<number> {
  const now = services.clock()
  const { requestReminder } = services.config.rateLimits
  const reminded: SupplierRow[] = []
  for (const person of people) {
    if (isResting(person, now)) continue
    try {
      await takeRate(tx, requestReminder, person.id, now)
    } catch (error) {
      // Who was reminded often enough is left out, the others are not.
      if (error instanceof RateLimited && people.length > 1) continue
      throw error
    }
    reminded.push(person)
  }
  await queueReminders(tx, now, { request, people: reminded, again })
  await takeMailRates(tx, services, request.ownerId, emailsOf(reminded))
  return reminded.length
}

export async function remindSuppliers(
  services: Services,
  actor: SignedIn,
  slug: string,
  { supplierIds, requestKey }: { supplierIds?: readonly string[] | undefined; requestKey: string | undefined },
): Promise<{ reminded: number }> {
  return inTransaction(services.db, async (tx) => {
    const request = await queries.lockOwn(tx, { slug, actor, action: 'change' })
    if (!request) throw new Problem('notYours')
    await checkMaySendAs(tx, (await lockOwner(tx, request.ownerId))!, actor.userId)
    requireNotTakenDown(request)
    const status = statusOf(request, services.clock())
    if (status === 'closed') throw new Problem('requestClosed')
    if (status === 'expired') throw new Problem('requestExpired')
    const people = (await awaitedOf(tx, request.id)).filter(({ id }) => !supplierIds || supplierIds.includes(id))
    const call = { of: `reminders ${request.id}`, requestKey }
    if (await isRepeated(tx, services.config, call, services.clock())) return { reminded: people.length }
    return { reminded: await remindByHand(tx, services, { request, people, again: services.clock().toISOString() }) }
  })
}

/** Who may be mailed: a mailbox that strangers have filled keeps nobody else from being reminded. */
async function mailable(
  tx: Transaction,
  services: Services,
  ownerId: string,
  people: readonly SupplierRow[],
): Promise<readonly SupplierRow[]> {
  try {
    // Of its own, so that a refusal leaves nothing taken.
    await tx.transaction((inner) => takeMailRates(inner, services, ownerId, emailsOf(people)))
    return people
  } catch (error) {
    if (!(error instanceof RateLimited) || error.rule !== 'recipientMails') throw error
    const full = error.details.emails as string[]
    const others = people.filter(({ email }) => !full.includes(email!))
    return mailable(tx, services, ownerId, others)
  }
}

/** Its day is noted, whether somebody had to be reminded or not: none comes twice, and none that is over. */
async function remindOne(tx: Transaction, services: Services, id: string, now: Date): Promise<void> {
  const request = await queries.lockRequest(tx, { id })
  if (!request?.nextRemindAt || request.nextRemindAt > now || request.takenDown) return
  const { dueAt, remindDays, remindedDays } = request
  const passed = dueAt ? daysPassed(remindDays, dueAt, now) : []
  await queries.updateRequest(tx, id, { remindedDays: passed, nextRemindAt: nextRemindAt({ ...request, remindedDays: passed }) })
  const day = dueAt ? dayDue(remindDays, remindedDays, dueAt, now) : undefined
  if (!dueAt || day === undefined || statusOf(request, now) !== 'open') return
  const people = await mailable(tx, services, request.ownerId, await awaitedOf(tx, id))
  await queueReminders(tx, now, { request, people, again: `${dueAt.toISOString()} ${day}` })
}

/** What fails is one request's: it is told, and tried again in an hour, for as long as its reminder is of use. */
async function remindOrPutOff(services: Services, id: string, now: Date): Promise<void> {
  const { db, log } = services
  try {
    await inTransaction(db, (tx) => remindOne(tx, services, id, now))
  } catch (error) {
    log.error({ err: error, fileRequestId: id }, 'nobody could be reminded of a file request')
    const putOff = { nextRemindAt: addSeconds(now, againSeconds) }
    await inTransaction(db, (tx) => queries.updateRequest(tx, id, putOff)).catch(() => {})
  }
}

/** Every hour; each day of a request once, whichever process comes first. */
export async function remindDue(services: Services): Promise<void> {
  const now = services.clock()
  let last: string | null = null
  for (;;) {
    const ids: string[] = await requestsToRemind(services.db, now, last, perBatch)
    for (const id of ids) await remindOrPutOff(services, id, now)
    last = ids.at(-1) ?? null
    if (ids.length < perBatch) return
  }
}
