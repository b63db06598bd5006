/** Whom an account sends to, and the groups it keeps them in (T6). */
import type { Language } from '@sampan/contract/paths'
import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { at, id } from './columns.ts'
import { owners } from './owners.ts'

export const contacts = pgTable(
  'contacts',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    /** Lowercased and trimmed. */
    email: text('email').notNull(),
    /** Of contacts that were merged into this one: whoever is sent to there is this contact. */
    otherEmails: text('other_emails').array().notNull().default([]),
    name: text('name').notNull().default(''),
    company: text('company').notNull().default(''),
    note: text('note').notNull().default(''),
    /** Of the mails that go there; null: that of whoever sends. */
    language: text('language').$type<Language>(),
    timesSent: integer('times_sent').notNull().default(0),
    lastSentAt: at('last_sent_at'),
    /** The import that brought it: repeated, it tells the same. */
    importKey: uuid('import_key'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [unique().on(t.ownerId, t.email), index().on(t.ownerId, t.lastSentAt)],
)

export const contactGroups = pgTable(
  'contact_groups',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [unique().on(t.ownerId, t.name)],
)

export const contactGroupMembers = pgTable(
  'contact_group_members',
  {
    groupId: uuid('group_id')
      .notNull()
      .references(() => contactGroups.id, { onDelete: 'cascade' }),
    contactId: uuid('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.contactId] }), index().on(t.contactId)],
)
