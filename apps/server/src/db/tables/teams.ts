/** Teams: who acts under somebody else's root, and who may come. */
import type { Language } from '@sampan/contract/paths'
import type { LoggedAct } from '@sampan/contract/rules/team-log'
import type { InvitationState, MemberRole, TeamRole } from '@sampan/contract/rules/teams'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { at, bytea, id } from './columns.ts'
import { owners } from './owners.ts'

export const teamMembers = pgTable(
  'team_members',
  {
    /** An account belongs to one team at most. */
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Under whose root and limits it acts for the team. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    /** `owner` where the team was handed over: whose account its root was made with has another one since (M1). */
    role: text('role').$type<TeamRole>().notNull(),
    joinedAt: at('joined_at').notNull(),
  },
  (t) => [index().on(t.ownerId), uniqueIndex('team_members_head_index').on(t.ownerId).where(sql`role = 'owner'`)],
)

export const teamInvitations = pgTable(
  'team_invitations',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    role: text('role').$type<MemberRole>().notNull(),
    state: text('state').$type<InvitationState>().notNull().default('invited'),
    /** Whoever invites has gone where it is null. */
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    /** Of its mail. */
    language: text('language').$type<Language>().notNull(),
    /** Of the token in the mail, which is derived from the id: a copy of the database opens no invitation. */
    tokenHash: bytea('token_hash').notNull().unique(),
    createdAt: at('created_at').notNull(),
    /** When it was mailed last. */
    mailedAt: at('mailed_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    answeredAt: at('answered_at'),
  },
  (t) => [
    index().on(t.ownerId, t.createdAt),
    uniqueIndex('team_invitations_open_index').on(t.ownerId, t.email).where(sql`state = 'invited'`),
  ],
)

/** Whom a team's owner has named to be its owner; nothing is changed until they confirm (M1). */
export const teamHandovers = pgTable(
  'team_handovers',
  {
    ownerId: uuid('owner_id')
      .primaryKey()
      .references(() => owners.id, { onDelete: 'cascade' }),
    fromId: uuid('from_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    toId: uuid('to_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytea('token_hash').notNull().unique(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index().on(t.fromId), index().on(t.toId)],
)

/** What people of a team have done (M3), written with it and never changed. */
export const teamLog = pgTable(
  'team_log',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Whose act it was, also once the account is gone. */
    email: text('email').notNull(),
    act: text('act').$type<LoggedAct>().notNull(),
    about: text('about').notNull(),
    at: at('at').notNull(),
  },
  (t) => [index().on(t.ownerId, t.at), index().on(t.at)],
)
