/** SQL of contacts. */
import type { Language } from '@sampan/contract/paths'
import type { PlanHolder } from '@sampan/contract/plans'
import type { ContactSort } from '@sampan/contract/routes/contacts'
import type { ContactEntry } from '@sampan/contract/rules/contacts'
import { and, asc, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { containing } from '../../db/containing.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { contactGroupMembers, contacts } from '../../db/tables.ts'
import { keepOwner } from '../owners/index.ts'

export type ContactRow = typeof contacts.$inferSelect
export type ListedContact = ContactRow & { groupIds: string[] }

/**
 * An account's contacts are added one after the other, so that no two get past the plan. The owner's row comes first, whose key each
 * new contact holds: whoever has locked it waits for nobody who waits for it. What its plan hangs on; undefined where it is gone.
 */
export async function lockContacts(tx: Transaction, ownerId: string): Promise<PlanHolder | undefined> {
  const holder = await keepOwner(tx, ownerId)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`contacts:${ownerId}`}, 0))`)
  return holder
}

const isOwn = (ownerId: string) => isOwnedBy(contacts, ownerId)
export const countContacts = (db: Db, ownerId: string): Promise<number> => db.$count(contacts, isOwn(ownerId))

const isMember = (groupId: string) =>
  sql`exists (select 1 from ${contactGroupMembers} where ${contactGroupMembers.contactId} = ${contacts.id} and ${contactGroupMembers.groupId} = ${groupId})`
const searched = sql`concat_ws(' ', ${contacts.name}, ${contacts.company}, ${contacts.email}, array_to_string(${contacts.otherEmails}, ' '), ${contacts.note})`
const shownName = sql`lower(coalesce(nullif(${contacts.name}, ''), ${contacts.email}))`

const orders: Record<ContactSort, SQL[]> = {
  recent: [sql`${contacts.lastSentAt} desc nulls last`, asc(shownName), asc(contacts.id)],
  name: [asc(shownName), asc(contacts.id)],
  email: [asc(contacts.email)],
  newest: [desc(contacts.createdAt), asc(contacts.email)],
}

type Asked = { ownerId: string; search?: string | undefined; group?: string | undefined }
const matches = ({ ownerId, search, group }: Asked) =>
  and(isOwn(ownerId), search ? sql`${searched} ilike ${containing(search)}` : undefined, group ? isMember(group) : undefined)

const groupIds = sql<
  string[]
>`(select coalesce(json_agg(${contactGroupMembers.groupId}), '[]'::json) from ${contactGroupMembers} where ${contactGroupMembers.contactId} = ${contacts.id})`
const shown = {
  id: contacts.id,
  ownerId: contacts.ownerId,
  email: contacts.email,
  otherEmails: contacts.otherEmails,
  language: contacts.language,
  name: contacts.name,
  company: contacts.company,
  note: contacts.note,
  timesSent: contacts.timesSent,
  lastSentAt: contacts.lastSentAt,
  importKey: contacts.importKey,
  createdAt: contacts.createdAt,
  groupIds,
}

type Page = { sort: ContactSort; skip: number; limit: number }
export const pageOfContacts = (db: Db, asked: Asked, { sort, skip, limit }: Page): Promise<ListedContact[]> =>
  db
    .select(shown)
    .from(contacts)
    .where(matches(asked))
    .orderBy(...orders[sort])
    .offset(skip)
    .limit(limit)

export const countMatching = (db: Db, asked: Asked): Promise<number> => db.$count(contacts, matches(asked))

export const findContact = async (db: Db, ownerId: string, id: string): Promise<ListedContact | undefined> =>
  (
    await db
      .select(shown)
      .from(contacts)
      .where(and(isOwn(ownerId), eq(contacts.id, id)))
  )[0]

/** In the order of their addresses, after one: for an export of any size. */
export const contactsAfter = (db: Db, asked: Asked, afterEmail: string, limit: number): Promise<ContactRow[]> =>
  db
    .select()
    .from(contacts)
    .where(and(matches(asked), gt(contacts.email, afterEmail)))
    .orderBy(asc(contacts.email))
    .limit(limit)

const answersTo = (email: string) => or(eq(contacts.email, email), sql`${email} = any(${contacts.otherEmails})`)

/** Whose address it is, its own or one that was merged into it. */
export const contactOfAddress = async (db: Db, ownerId: string, email: string, but?: string): Promise<ContactRow | undefined> =>
  (
    await db
      .select()
      .from(contacts)
      .where(and(isOwn(ownerId), answersTo(email), but ? ne(contacts.id, but) : undefined))
  )[0]

type Given = Pick<ContactEntry, 'email'>
type Sent = { timesSent: number; lastSentAt: Date }
const rowsOf = (given: readonly Given[]) =>
  sql`json_to_recordset(${JSON.stringify(given)}::json) as given (email text, name text, company text, note text, language text, "timesSent" int, "lastSentAt" timestamptz)`
const addressesOf = (ownerId: string) =>
  sql`(select id, import_key, name, company, language, email as address from contacts where ${isOwn(ownerId)} union all select id, import_key, name, company, language, unnest(other_emails) from contacts where ${isOwn(ownerId)} and other_emails <> '{}') as known`

type Known = { email: string; id: string; importKey: string | null; name: string; company: string; language: Language | null }
/** Of many addresses those that are contacts. */
export async function knownAmong(db: Db, ownerId: string, given: readonly Given[]): Promise<Known[]> {
  if (!given.length) return []
  const { rows } = await db.execute<Known>(
    sql`select given.email as email, known.id as id, known.import_key as "importKey", known.name, known.company, known.language from ${rowsOf(given)} join ${addressesOf(ownerId)} on known.address = given.email`,
  )
  return rows
}

export async function insertContacts(
  tx: Transaction,
  ownerId: string,
  given: readonly (ContactEntry & Partial<Sent> & { language?: Language | null | undefined })[],
  { now, importKey = null }: { now: Date; importKey?: string | null },
): Promise<void> {
  if (!given.length) return
  await tx.execute(
    sql`insert into contacts (owner_id, email, name, company, note, language, created_at, import_key, last_sent_at, times_sent) select ${ownerId}::uuid, given.email, given.name, given.company, given.note, given.language, ${now.toISOString()}::timestamptz, ${importKey}::uuid, given."lastSentAt", coalesce(given."timesSent", 0) from ${rowsOf(given)}`,
  )
}

/** What is empty takes what is given; nothing that somebody wrote is overwritten. */
export async function fillInContacts(tx: Transaction, ownerId: string, given: readonly ContactEntry[]): Promise<void> {
  if (!given.length) return
  await tx.execute(
    sql`update contacts as c set name = coalesce(nullif(c.name, ''), given.name), company = coalesce(nullif(c.company, ''), given.company), note = coalesce(nullif(c.note, ''), given.note) from ${rowsOf(given)} join ${addressesOf(ownerId)} on known.address = given.email where c.id = known.id and ((c.name = '' and given.name <> '') or (c.company = '' and given.company <> '') or (c.note = '' and given.note <> ''))`,
  )
}

/** What was chosen last holds. */
export async function setLanguage(tx: Transaction, ownerId: string, given: readonly Given[], language: Language): Promise<void> {
  await tx.execute(
    sql`update contacts as c set language = ${language} from ${rowsOf(given)} join ${addressesOf(ownerId)} on known.address = given.email where c.id = known.id`,
  )
}

/** What goes to several addresses of one contact is one sending to it; of what was sent earlier each address has its own, as with contacts that are joined. */
export async function countSending(
  tx: Transaction,
  ownerId: string,
  given: readonly (Given & Sent)[],
  isHistory: boolean,
): Promise<void> {
  const times = sql.raw(isHistory ? 'sum' : 'max')
  await tx.execute(
    sql`update contacts as c set times_sent = c.times_sent + sent.times, last_sent_at = greatest(c.last_sent_at, sent.last) from (select known.id, ${times}(given."timesSent") as times, max(given."lastSentAt") as last from ${rowsOf(given)} join ${addressesOf(ownerId)} on known.address = given.email group by known.id) as sent where c.id = sent.id`,
  )
}

/** One that a single sending has made, and nobody has written to, joined or grouped since. */
const isMadeBySending = (ownerId: string, email: string) =>
  and(
    isOwn(ownerId),
    eq(contacts.email, email),
    eq(contacts.timesSent, 1),
    eq(contacts.createdAt, contacts.lastSentAt),
    isNull(contacts.importKey),
    eq(contacts.note, ''),
    sql`${contacts.otherEmails} = '{}'`,
    sql`not exists (select 1 from ${contactGroupMembers} where ${contactGroupMembers.contactId} = ${contacts.id})`,
  )

export type Correction = { before: string; email: string; now: Date }

/** The address was a wrong one: what one sending has made of it goes over to the right one, or goes where that is somebody already. */
export async function correctMade(tx: Transaction, ownerId: string, { before, email, now }: Correction): Promise<void> {
  const isIt = isMadeBySending(ownerId, before)
  if (await contactOfAddress(tx, ownerId, email)) await tx.delete(contacts).where(isIt)
  else await tx.update(contacts).set({ email, createdAt: now, timesSent: 0, lastSentAt: null }).where(isIt)
}

export const updateContact = async (tx: Transaction, id: string, set: Partial<typeof contacts.$inferInsert>): Promise<void> =>
  void (await tx.update(contacts).set(set).where(eq(contacts.id, id)))

export const contactsOfIds = (tx: Db, ownerId: string, ids: string[]): Promise<ContactRow[]> =>
  tx
    .select()
    .from(contacts)
    .where(and(isOwn(ownerId), inArray(contacts.id, ids)))
    .orderBy(asc(contacts.createdAt), asc(contacts.id))

export const deleteContacts = async (db: Db, ownerId: string, ids: string[]): Promise<number> =>
  (
    await db
      .delete(contacts)
      .where(and(isOwn(ownerId), inArray(contacts.id, ids)))
      .returning({ id: contacts.id })
  ).length
