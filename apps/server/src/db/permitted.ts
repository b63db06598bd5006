/** The rule of contract/permissions as a condition on rows that are somebody's: what a question finds is what `can` would allow of it. */
import { type Action, type Asker, type Relation, relationsAllowed } from '@sampan/contract/permissions'
import { and, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { fileRequests, recipients, transfers } from './tables.ts'

/**
 * Rows that hang on an owner, whoever of it asks: its quota, its lists, what leaves with it. Every such question goes through here,
 * so that what "an owner's" means changes in one place; what one person may do to a row is said by isPermitted. `alias` is what a
 * statement written by hand calls the table.
 */
export const isOwnedBy = (table: { ownerId: AnyPgColumn }, ownerId: string | SQLWrapper, alias?: string): SQL =>
  alias ? sql`${sql.identifier(alias)}.owner_id = ${ownerId}` : eq(table.ownerId, ownerId)

/** Its author lets this account of the team look at it, by name or with everybody (M2). */
export const isSharedWith = (userId: string, rows: typeof transfers | typeof fileRequests = transfers): SQL =>
  sql`(${rows.isSharedWithTeam} or ${userId}::uuid = any(${rows.sharedWith}))`

/**
 * The id of the account that an owner's root is: the one it was made with, or who it was handed over to (M1). An account's own root is
 * its own even where it has been handed another.
 */
export const headIdOf = (ownerId: string | SQLWrapper): SQL<string> =>
  sql`coalesce((select named.user_id from team_members named where named.owner_id = ${ownerId} and named.role = 'owner'), (select made.id from users made where made.owner_id = ${ownerId} order by made.created_at limit 1))`

type Conditions = Record<Relation, (asker: Asker) => SQL | undefined>

/** Undefined where no row can be that to whoever asks. */
const conditionsOf = (rows: typeof transfers | typeof fileRequests): Conditions => ({
  admin: ({ ownerId, isMember }) => (ownerId && !isMember ? isOwnedBy(rows, ownerId) : undefined),
  // An admin's own are among the owner's.
  author: ({ ownerId, userId, isMember }) =>
    ownerId && userId && isMember ? and(isOwnedBy(rows, ownerId), eq(rows.authorId, userId)) : undefined,
  member: ({ ownerId, isMember }) => (ownerId && isMember ? isOwnedBy(rows, ownerId) : undefined),
  // Whoever leads sees all of the owner's.
  shared: ({ ownerId, userId, isMember }) =>
    ownerId && userId && isMember ? and(isOwnedBy(rows, ownerId), isSharedWith(userId, rows)) : undefined,
  // Whoever was asked for files is let in by a door of their own.
  recipient: () => undefined,
})

const ofTransfers: Conditions = {
  ...conditionsOf(transfers),
  recipient: ({ recipientId }) =>
    recipientId
      ? sql`exists (select 1 from ${recipients} where ${recipients.transferId} = ${transfers.id} and ${recipients.id} = ${recipientId})`
      : undefined,
}
const ofRequests = conditionsOf(fileRequests)

const anyOf = (conditions: Conditions, asker: Asker, action: Action): SQL =>
  or(...relationsAllowed(action).map((relation) => conditions[relation](asker))) ?? sql`false`

export const isPermitted = (asker: Asker, action: Action): SQL => anyOf(ofTransfers, asker, action)

/** The same of file requests. */
export const isPermittedRequest = (asker: Asker, action: Action): SQL => anyOf(ofRequests, asker, action)
