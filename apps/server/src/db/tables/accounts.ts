/** Accounts and their sessions. */
import type { Language } from '@sampan/contract/paths'
import type { RequestSettings, TransferSettings } from '@sampan/contract/routes/settings'
import type { PlaceLevel, SessionKind, SessionProof, TokenScope } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, bytea, id } from './columns.ts'
import { owners } from './owners.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    /** Lowercased and trimmed. */
    email: text('email').notNull().unique(),
    /** Argon2id, with its parameters; null for who logs in by a provider alone (A11). */
    passwordHash: text('password_hash'),
    fullName: text('full_name').notNull().default(''),
    company: text('company').notNull().default(''),
    language: text('language').$type<Language>().notNull(),
    /** The owner whose storage, role and limits count: the account's own. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id),
    /** Runs the service (O11). */
    isOperator: boolean('is_operator').notNull().default(false),
    isOnboarded: boolean('is_onboarded').notNull().default(false),
    loginCount: integer('login_count').notNull().default(0),
    /** Where the person came from, as the sign-up said (P7). */
    referrer: text('referrer'),
    referral: text('referral'),
    /** Mails that may be turned off (A5). */
    tellsDownloads: boolean('tells_downloads').notNull().default(true),
    tellsExpiry: boolean('tells_expiry').notNull().default(true),
    /** A mail for each visit, or one a day with all of them (D5). */
    downloadMails: text('download_mails').$type<'each' | 'daily'>().notNull().default('each'),
    /** How exactly places are kept of whoever downloads; the operator may allow less. */
    places: text('places').$type<PlaceLevel>().notNull().default('city'),
    /** What a new transfer and a new request begin with (B4). */
    transferSettings: jsonb('transfer_settings').$type<TransferSettings>().notNull().default({}),
    requestSettings: jsonb('request_settings').$type<RequestSettings>().notNull().default({}),
    /** Until then an address that a provider proves is enough to connect the two, as the operator has allowed (A11). */
    connectUntil: at('connect_until'),
    /** The account goes then, unless its owner changes their mind (A5). */
    deleteAt: at('delete_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index().on(t.ownerId),
    index().on(t.deleteAt),
    index().on(t.createdAt, t.id),
    index('users_operators_index').on(t.id).where(sql`is_operator`),
  ],
)

/** Links of forgotten passwords: one use, one hour (A4). */
export const passwordResets = pgTable(
  'password_resets',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the mail. */
    tokenHash: bytea('token_hash').notNull().unique(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [index().on(t.userId), index().on(t.expiresAt)],
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
    /** What is signed in: a browser, a program by the device flow, or whoever holds an API token. */
    kind: text('kind').$type<SessionKind>().notNull().default('browser'),
    /** What it may; null: all that the account itself may, which no API token does. */
    scopes: text('scopes').array().$type<TokenScope[]>(),
    /** By what it was opened. Programs are let in by somebody's session: of them it says nothing. */
    proof: text('proof').$type<SessionProof>().notNull().default('password'),
    /** Which passkey has opened it: they end together. */
    passkeyId: uuid('passkey_id'),
    /** By whom at a provider, and what the provider calls its own session: they end together (A11). */
    identityId: uuid('identity_id'),
    providerSession: text('provider_session'),
    /** When the person last proved here who they are (A12); null for programs, which cannot. */
    provenAt: at('proven_at'),
    /** When the session was logged out or revoked. */
    endedAt: at('ended_at'),
  },
  (t) => [
    index().on(t.userId),
    index().on(t.expiresAt),
    index().on(t.identityId),
    check('sessions_tokens_have_scopes', sql`${t.kind} <> 'token' or ${t.scopes} is not null`),
  ],
)
