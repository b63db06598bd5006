/** Reminds whoever has not sent everything: by hand, and by itself around the due date (R3). */
import { Problem } from '@sampan/contract/errors'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { RateLimited, takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { checkMaySend, lockOwner } from '../owners/index.ts'
import { takeMailRates } from '../transfers/index.ts'
import { queueMail } from './ask-people.ts'
import * as queries from './queries.ts'
import { requestsToRemind } from './queries-remind.ts'
import { sentFiles } from './queries-submissions.ts'
import { type SupplierRow, suppliersOf, updateSupplier } from './queries-suppliers.ts'
import { dayDue, daysPassed } from './remind-days.ts'
import { statusOf } from './request-status.ts'
import { bySupplier, isComplete } from './slots.ts'

const perRun = 200

/** Who was asked by name, and is missing something. */
async function missing(tx: Transaction, requestId: string): Promise<SupplierRow[]> {
  const [documents, files] = [await queries.documentsOf(tx, requestId), bySupplier(await sentFiles(tx, requestId))]
  const people = await suppliersOf(tx, requestId)
  return people.filter(({ id, tokenHash, email }) => tokenHash && email && !isComplete(documents, files.get(id) ?? []))
}

type Reminding = { request: queries.RequestRow; people: readonly SupplierRow[]; again: string }

async function remindPeople(tx: Transaction, services: Services, { request, people, again }: Reminding): Promise<number> {
  const now = services.clock()
  const { requestReminder } = services.config.rateLimits
  const reminded: SupplierRow[] = []
  for (const person of people) {
    try {
      await takeRate(tx, requestReminder, person.id, now)
    } catch (error) {
      // Who was reminded often enough is left out, the others are not.
      if (error instanceof RateLimited && people.length > 1) continue
      throw error
    }
    reminded.push(person)
  }
  for (const { id } of reminded) {
    await updateSupplier(tx, id, { remindedAt: now })
    await queueMail(tx, { supplierId: id, kind: 'reminder', again })
  }
  await takeMailRates(
    tx,
    services,
    request.ownerId,
    reminded.map(({ email }) => email!),
  )
  return reminded.length
}

export async function remindSuppliers(
  services: Services,
  actor: SignedIn,
  slug: string,
  supplierIds: readonly string[] | undefined,
): Promise<{ reminded: number }> {
  return inTransaction(services.db, async (tx) => {
    const request = await queries.lockOwn(tx, { slug, actor, action: 'change' })
    if (!request) throw new Problem('notYours')
    checkMaySend((await lockOwner(tx, request.ownerId))!)
    const status = statusOf(request, services.clock())
    if (status === 'closed') throw new Problem('requestClosed')
    if (status === 'expired') throw new Problem('requestExpired')
    const people = (await missing(tx, request.id)).filter(({ id }) => !supplierIds || supplierIds.includes(id))
    return { reminded: await remindPeople(tx, services, { request, people, again: services.clock().toISOString() }) }
  })
}

/** Every hour; each day of a request once, whichever process comes first. */
export async function remindDue(services: Services): Promise<void> {
  const now = services.clock()
  for (const { id } of await requestsToRemind(services.db, now, perRun)) {
    await inTransaction(services.db, async (tx) => {
      const request = await queries.lockRequest(tx, { id })
      if (!request?.dueAt || statusOf(request, now) !== 'open') return
      const day = dayDue(request.remindDays, request.remindedDays, request.dueAt, now)
      await queries.updateRequest(tx, id, { remindedDays: daysPassed(request.remindDays, request.dueAt, now) })
      if (day === undefined) return
      const people = await missing(tx, id)
      if (people.length) await remindPeople(tx, services, { request, people, again: `${request.dueAt.toISOString()} ${day}` })
    })
  }
}
