/** SQL of what a copy of an account's data has of its contacts (A5). */
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { contactGroupMembers, contactGroups, contacts } from '../../db/tables.ts'

export const contactsForCopy = (db: Db, ownerId: string) => {
  const { language, email, otherEmails, name, company, note, timesSent, lastSentAt, createdAt } = contacts
  return db
    .select({ language, email, otherEmails, name, company, note, timesSent, lastSentAt, createdAt })
    .from(contacts)
    .where(isOwnedBy(contacts, ownerId))
    .orderBy(contacts.email)
}

export const groupsForCopy = (db: Db, ownerId: string) => {
  const { id, name, createdAt } = contactGroups
  const members = db
    .select({ email: contacts.email })
    .from(contactGroupMembers)
    .innerJoin(contacts, eq(contactGroupMembers.contactId, contacts.id))
    .where(eq(contactGroupMembers.groupId, id))
    .orderBy(contacts.email)
  return db
    .select({ name, createdAt, members: sql<string[]>`array(${members})` })
    .from(contactGroups)
    .where(isOwnedBy(contactGroups, ownerId))
    .orderBy(name)
}
