/** Providers that accounts are logged in by (A11): who somebody is there. */
import type { Role } from '@sampan/contract/plans'
import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { at, id } from './columns.ts'

export const providerIdentities = pgTable(
  'provider_identities',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As the settings name it. */
    provider: text('provider').notNull(),
    /** Who answers for the subject: another issuer under the same name of a provider knows other people. */
    issuer: text('issuer').notNull(),
    /** What the provider calls the person, for good. */
    subject: text('subject').notNull(),
    /** That the person had there when they were last here; empty where the provider tells none. */
    email: text('email').notNull(),
    /** The role that its claims gave last; null where they give none. */
    givenRole: text('given_role').$type<Role>(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at').notNull(),
  },
  (t) => [unique().on(t.provider, t.issuer, t.subject), index().on(t.userId)],
)
