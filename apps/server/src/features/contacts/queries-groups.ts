/** SQL of groups, of suggestions, and of what was sent to a contact. */
import type { SentTransfer } from '@sampan/contract/routes/contacts'
import { and, asc, desc, eq, ilike, inArray, ne, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { containing } from '../../db/containing.ts'
import { isOwnedBy, isPermitted } from '../../db/permitted.ts'
import { contactGroupMembers, contactGroups, contacts, recipients, transfers } from '../../db/tables.ts'
import type { SignedIn } from '../../http/actor.ts'

export type GroupRow = { id: string; name: string; count: number }
const shown = {
  id: contactGroups.id,
  name: contactGroups.name,
  count: sql<number>`(select count(*)::int from ${contactGroupMembers} where ${contactGroupMembers.groupId} = ${contactGroups.id})`,
}
const own = (ownerId: string) => isOwnedBy(contactGroups, ownerId)

export const groupsOf = (db: Db, ownerId: string): Promise<GroupRow[]> =>
  db
    .select(shown)
    .from(contactGroups)
    .where(own(ownerId))
    .orderBy(asc(sql`lower(${contactGroups.name})`))

export const findGroup = async (db: Db, ownerId: string, id: string): Promise<GroupRow | undefined> =>
  (
    await db
      .select(shown)
      .from(contactGroups)
      .where(and(own(ownerId), eq(contactGroups.id, id)))
  )[0]

export const groupOfName = async (db: Db, ownerId: string, name: string): Promise<GroupRow | undefined> =>
  (
    await db
      .select(shown)
      .from(contactGroups)
      .where(and(own(ownerId), sql`lower(${contactGroups.name}) = lower(${name})`))
  )[0]

export const countGroups = (db: Db, ownerId: string): Promise<number> => db.$count(contactGroups, own(ownerId))

export const insertGroup = async (tx: Transaction, row: typeof contactGroups.$inferInsert): Promise<string> =>
  (await tx.insert(contactGroups).values(row).returning({ id: contactGroups.id }))[0]!.id

export const renameGroup = async (tx: Transaction, id: string, name: string): Promise<void> =>
  void (await tx.update(contactGroups).set({ name }).where(eq(contactGroups.id, id)))

export const deleteGroup = async (db: Db, ownerId: string, id: string): Promise<number> =>
  (
    await db
      .delete(contactGroups)
      .where(and(own(ownerId), eq(contactGroups.id, id)))
      .returning({ id: contactGroups.id })
  ).length

/** Only contacts of this owner; those that are members already stay so. */
export async function addMembers(
  tx: Transaction,
  ownerId: string,
  groupId: string,
  contactIds: readonly string[],
): Promise<void> {
  if (!contactIds.length) return
  await tx.execute(
    sql`insert into contact_group_members (group_id, contact_id) select ${groupId}::uuid, id from contacts where ${isOwnedBy(contacts, ownerId)} and id in (select value::uuid from json_array_elements_text(${JSON.stringify(contactIds)}::json)) on conflict do nothing`,
  )
}

export const removeMembers = async (tx: Transaction, groupId: string, contactIds: string[]): Promise<void> =>
  void (await tx
    .delete(contactGroupMembers)
    .where(and(eq(contactGroupMembers.groupId, groupId), inArray(contactGroupMembers.contactId, contactIds))))

/** Exactly these groups, of which only the owner's own count. */
export async function setGroups(tx: Transaction, ownerId: string, contactId: string, groupIds: string[]): Promise<void> {
  await tx.delete(contactGroupMembers).where(eq(contactGroupMembers.contactId, contactId))
  if (!groupIds.length) return
  const chosen = tx
    .select({ groupId: contactGroups.id, contactId: sql`${contactId}::uuid`.as('contact_id') })
    .from(contactGroups)
    .where(and(own(ownerId), inArray(contactGroups.id, groupIds)))
  await tx.insert(contactGroupMembers).select(chosen)
}

/** The groups of some contacts become those of one. */
export const joinGroups = async (tx: Transaction, contactId: string, fromIds: string[]): Promise<void> =>
  void (await tx.execute(
    sql`insert into contact_group_members (group_id, contact_id) select distinct group_id, ${contactId}::uuid from contact_group_members where contact_id in ${fromIds} on conflict do nothing`,
  ))

type Suggested = Pick<typeof contacts.$inferSelect, 'email' | 'name' | 'company'>
/** What begins with it comes first, then whom one sends to most. */
export const suggestedContacts = (db: Db, ownerId: string, search: string, limit: number): Promise<Suggested[]> => {
  const { email, name, company } = contacts
  const words = sql`concat_ws(' ', ${name}, ${email}, ${company}, array_to_string(${contacts.otherEmails}, ' '))`
  const begins = sql`(${email} ilike ${containing(search).slice(1)} or ${name} ilike ${containing(search).slice(1)})`
  return db
    .select({ email, name, company })
    .from(contacts)
    .where(and(isOwnedBy(contacts, ownerId), sql`${words} ilike ${containing(search)}`))
    .orderBy(desc(begins), desc(contacts.timesSent), sql`${contacts.lastSentAt} desc nulls last`, asc(email))
    .limit(limit)
}

/** With the addresses of as many members as any sending takes; those that nobody is in are left out. */
export async function suggestedGroups(
  db: Db,
  ownerId: string,
  search: string,
  { max, members }: { max: number; members: number },
): Promise<{ id: string; name: string; emails: string[] }[]> {
  const emails = sql<
    string[]
  >`(select coalesce(json_agg(m.email), '[]'::json) from (select c.email from contact_group_members g join contacts c on c.id = g.contact_id where g.group_id = contact_groups.id order by c.email limit ${members}) m)`
  const found = await db
    .select({ id: contactGroups.id, name: contactGroups.name, emails })
    .from(contactGroups)
    .where(and(own(ownerId), ilike(contactGroups.name, containing(search))))
    .orderBy(asc(sql`lower(${contactGroups.name})`))
    .limit(max)
  return found.filter((group) => group.emails.length > 0)
}

type Sent = Omit<SentTransfer, 'dateSent' | 'openedAt' | 'downloadedAt'> & {
  sentAt: Date
  openedAt: Date | null
  downloadedAt: Date | null
}
type Reader = Pick<SignedIn, 'ownerId' | 'userId' | 'isMember'>
const sentTo = (reader: Reader, emails: string[]) =>
  and(isPermitted(reader, 'read'), ne(transfers.state, 'deleted'), inArray(recipients.email, emails))

export const transfersTo = (db: Db, reader: Reader, emails: string[], skip: number, limit: number): Promise<Sent[]> =>
  db
    .select({
      slug: transfers.slug,
      title: transfers.title,
      fileName: transfers.fileName,
      fileNumber: transfers.fileCount,
      sentAt: transfers.sentAt,
      email: recipients.email,
      state: recipients.mailState,
      openedAt: recipients.openedAt,
      downloadedAt: recipients.downloadedAt,
    })
    .from(recipients)
    .innerJoin(transfers, eq(recipients.transferId, transfers.id))
    .where(sentTo(reader, emails))
    .orderBy(desc(transfers.sentAt), desc(transfers.id))
    .offset(skip)
    .limit(limit)

export async function countTransfersTo(db: Db, reader: Reader, emails: string[]): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(recipients)
    .innerJoin(transfers, eq(recipients.transferId, transfers.id))
    .where(sentTo(reader, emails))
  return row?.count ?? 0
}
