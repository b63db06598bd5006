/** Programs that ask to be signed in, and API tokens; both are sessions in the end. */
import type { DeviceState, TokenScope } from '@sampan/contract/states'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { sessions } from './accounts.ts'
import { at, bytea, id } from './columns.ts'

export const deviceRequests = pgTable(
  'device_requests',
  {
    id: id(),
    /** SHA-256 of the secret that the program asks with. */
    deviceHash: bytea('device_hash').notNull().unique(),
    /** What the person types: short, but of no use without somebody who is signed in and allows it. */
    userCode: text('user_code').notNull().unique(),
    program: text('program').notNull(),
    hostName: text('host_name').notNull(),
    /** What it asks to be allowed; null: all that the account itself may. */
    scopes: text('scopes').array().$type<TokenScope[]>(),
    ip: text('ip').notNull(),
    state: text('state').$type<DeviceState>().notNull().default('waiting'),
    intervalSeconds: integer('interval_seconds').notNull(),
    polledAt: at('polled_at'),
    /** The account that allowed or denied it. */
    userId: uuid('user_id'),
    /** Opened with the first question after it was allowed. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index().on(t.expiresAt), index().on(t.sessionId)],
)

/** A token is a session, which says what it may and until when: revoking it ends that. */
export const apiTokens = pgTable('api_tokens', {
  id: id(),
  sessionId: uuid('session_id')
    .notNull()
    .unique()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  /** SHA-256 of the token. */
  tokenHash: bytea('token_hash').notNull().unique(),
  name: text('name').notNull(),
  createdAt: at('created_at').notNull(),
  /** When the token was last used, to the minute. */
  lastUsedAt: at('last_used_at'),
  /** From where that was, and what the program said of itself; of uses before these were kept, null. */
  lastUsedIp: text('last_used_ip'),
  lastUsedProgram: text('last_used_program'),
  /** When its owner was told that it runs out soon, which is told once. */
  endingToldAt: at('ending_told_at'),
})
