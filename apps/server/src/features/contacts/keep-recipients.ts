/** Whom one sends to becomes a contact, in the transaction of the sending (T6, Q19). */
import type { Language } from '@sampan/contract/paths'
import { type PlanHolder, planOf } from '@sampan/contract/plans'
import type { Db, Transaction } from '../../db/connect.ts'
import * as queries from './queries.ts'

type Recipient = {
  email: string
  name?: string | null | undefined
  company?: string | null | undefined
  /** What was sent before there was an account may be several transfers; else it is one, now. */
  timesSent?: number
  lastSentAt?: Date
}
/** `language`: in which they are written to, if that was chosen: their contacts keep it. */
type Sending = { ownerId: string; recipients: readonly Recipient[]; now: Date; language?: Language | null }
type Named = { email: string; name: string; company: string; language: Language | null }

/** How many contacts the plan has space for; null: any number. */
export async function contactsLeft(tx: Transaction, ownerId: string, holder: PlanHolder): Promise<number | null> {
  const { contacts: max } = planOf(holder)
  return max === null ? null : Math.max(0, max - (await queries.countContacts(tx, ownerId)))
}

/**
 * At the plan's limit nothing is refused: the sending goes on, and who is new is just not stored (K2). Answers them as the account knows
 * them: what the call does not tell of somebody, their contact does.
 */
export async function keepRecipients(tx: Transaction, { ownerId, recipients, now, language = null }: Sending): Promise<Named[]> {
  const given = recipients.map(({ email, name, company, timesSent = 1, lastSentAt = now }) => ({
    email,
    name: name?.trim() ?? '',
    company: company?.trim() ?? '',
    note: '',
    language,
    timesSent,
    lastSentAt,
  }))
  const holder = given.length ? await queries.lockContacts(tx, ownerId) : undefined
  if (holder === undefined) return given
  const known = await queries.knownAmong(tx, ownerId, given)
  await queries.fillInContacts(tx, ownerId, given)
  if (language) await queries.setLanguage(tx, ownerId, given, language)
  const isHistory = recipients.some(({ lastSentAt }) => lastSentAt)
  if (known.length) await queries.countSending(tx, ownerId, given, isHistory)
  const contacts = new Map(known.map((contact) => [contact.email, contact]))
  const fresh = given.filter(({ email }) => !contacts.has(email))
  const left = fresh.length ? await contactsLeft(tx, ownerId, holder) : 0
  await queries.insertContacts(tx, ownerId, fresh.slice(0, left ?? fresh.length), { now })
  return given.map(({ email, name, company }) => {
    const contact = contacts.get(email)
    const known = { name: name || contact?.name || '', company: company || contact?.company || '' }
    return { email, ...known, language: language ?? contact?.language ?? null }
  })
}

/** Before whoever has the right address is kept: a wrong one that this sending alone made a contact of is none any more. */
export async function correctContact(tx: Transaction, ownerId: string, change: queries.Correction): Promise<void> {
  if (await queries.lockContacts(tx, ownerId)) await queries.correctMade(tx, ownerId, change)
}

/** Which of some recipients are contacts, as /quicksend2 tells them. */
export async function contactsAmong(db: Db, ownerId: string, emails: readonly string[]) {
  const known = await queries.knownAmong(
    db,
    ownerId,
    emails.map((email) => ({ email })),
  )
  if (!known.length) return []
  const rows = await queries.contactsOfIds(
    db,
    ownerId,
    known.map(({ id }) => id),
  )
  return rows.map(({ email, name, company }) => ({ email, name, company }))
}
