/** Accounts and their sessions. */
import type { Language } from '@sampan/contract/paths'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, id } from './columns.ts'
import { owners } from './owners.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    /** Lowercased and trimmed. */
    email: text('email').notNull().unique(),
    /** Argon2id, with its parameters. */
    passwordHash: text('password_hash').notNull(),
    fullName: text('full_name').notNull().default(''),
    company: text('company').notNull().default(''),
    language: text('language').$type<Language>().notNull(),
    /** Whose root, role and limits: the account's own. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id),
    isOnboarded: boolean('is_onboarded').notNull().default(false),
    loginCount: integer('login_count').notNull().default(0),
    /** Where the person came from, as the sign-up said (P7). */
    referrer: text('referrer'),
    referral: text('referral'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index().on(t.ownerId)],
)

/** One device that is signed in: a family of refresh tokens, of which one is current (A3). */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The browser that signed in, as a hash. */
    browserHash: text('browser_hash').notNull(),
    /** Counts the tokens of the family; the token itself is derived, never stored. */
    generation: integer('generation').notNull().default(1),
    rotatedAt: at('rotated_at').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    userAgent: text('user_agent').notNull(),
    ip: text('ip').notNull(),
    /** Logged out or revoked. */
    endedAt: at('ended_at'),
  },
  (t) => [index().on(t.userId), index().on(t.expiresAt)],
)
