/** Counts of downloads, kept beside the events for analytics (T4): by day without names, by spans of weeks with them. */
import { bigint, date, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'
import { owners } from './owners.ts'

const ofOwner = () =>
  uuid('owner_id')
    .notNull()
    .references(() => owners.id, { onDelete: 'cascade' })

/** Of one day in UTC; `*` stands for all countries, `ZZ` for an unknown one. Name nobody, and outlive what was downloaded. */
export const downloadDays = pgTable(
  'download_days',
  {
    ownerId: ofOwner(),
    dimension: text('dimension').$type<'total' | 'country' | 'device' | 'kind'>().notNull(),
    country: text('country').notNull(),
    day: date('day').notNull(),
    /** Of the dimension; empty for the total. */
    key: text('key').notNull(),
    downloads: bigint('downloads', { mode: 'number' }).notNull(),
    sizeBytes: bytes('size_bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.dimension, t.country, t.day, t.key] })],
)

/** Of so many weeks from that Monday on: of one, and for all countries together of eight too. No reference: whoever deletes a transfer would wait for whoever counts, and the other way round. */
export const transferWeeks = pgTable(
  'transfer_weeks',
  {
    ownerId: ofOwner(),
    country: text('country').notNull(),
    weeks: smallint('weeks').notNull(),
    week: date('week').notNull(),
    transferId: uuid('transfer_id').notNull(),
    downloads: integer('downloads').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.country, t.weeks, t.week, t.transferId] }), index().on(t.transferId)],
)

/** The empty address: someone with the link. */
export const recipientWeeks = pgTable(
  'recipient_weeks',
  {
    ownerId: ofOwner(),
    country: text('country').notNull(),
    weeks: smallint('weeks').notNull(),
    week: date('week').notNull(),
    email: text('email').notNull(),
    downloads: integer('downloads').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.country, t.weeks, t.week, t.email] })],
)

/** What an account kept at the end of a day in UTC; a day without a row was like the one before. */
export const storageDays = pgTable(
  'storage_days',
  { ownerId: ofOwner(), day: date('day').notNull(), usedBytes: bytes('used_bytes').notNull() },
  (t) => [primaryKey({ columns: [t.ownerId, t.day] })],
)
