/** People are asked by mail, each once, with a link of their own; the request is locked, and its owner's plan known. */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { type PlanHolder, planOf, planRole } from '@sampan/contract/plans'
import { mergeRecipients } from '@sampan/contract/rules/recipients'
import type { Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { keepRecipients } from '../contacts/index.ts'
import { takeMailRates } from '../transfers/index.ts'
import { mailSupplierJob, type SupplierMail, supplierMailKey } from './job-names.ts'
import * as queries from './queries.ts'
import { insertSuppliers, invitedAmong } from './queries-suppliers.ts'
import { supplierToken, supplierTokenHash } from './supplier-token.ts'

type Person = { email: string; name?: string | undefined; company?: string | undefined }
type Asking = { request: queries.RequestRow; holder: PlanHolder; people: readonly Person[] }

export async function askPeople(
  tx: Transaction,
  deps: Pick<Services, 'clock' | 'config' | 'secrets'>,
  asking: Asking,
): Promise<void> {
  const { request, holder, people } = asking
  const emails = mergeRecipients(
    [],
    people.map(({ email }) => email),
  )
  const known = await invitedAmong(tx, request.id, emails)
  const fresh = emails.filter((email) => !known.has(email)).map((email) => people.find((person) => person.email === email)!)
  const limit = planOf(holder).recipients
  // Everybody who was ever asked: whoever was taken out leaves no place for another.
  const askedCount = (await queries.countAsked(tx, request.id)) + fresh.length
  if (askedCount > limit) throw new Problem('tooManyAsked', { role: planRole(holder.role), limit })
  await queries.updateRequest(tx, request.id, { askedCount })
  const now = deps.clock()
  const named = await keepRecipients(tx, { ownerId: request.ownerId, recipients: fresh, now })
  const rows = named.map(({ email, name, company }) => {
    const id = randomUUID()
    const tokenHash = supplierTokenHash(supplierToken(deps.secrets.link, id))
    return { id, requestId: request.id, email, name, company, tokenHash, mailState: 'queued' as const, createdAt: now }
  })
  await insertSuppliers(tx, rows)
  for (const { id } of rows) await queueMail(tx, { supplierId: id, kind: 'asked' })
  // Last: whoever else mails to one of them waits for the end of this transaction.
  await takeMailRates(
    tx,
    deps,
    request.ownerId,
    rows.map(({ email }) => email),
  )
}

export const queueMail = (tx: Transaction, mail: SupplierMail, afterSeconds = 0): Promise<void> =>
  addJob(tx, mailSupplierJob, mail, { key: supplierMailKey(mail), afterSeconds })
