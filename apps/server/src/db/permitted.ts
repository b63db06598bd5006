/** The rule of contract/permissions as a condition on `transfers`: what a question finds is what `can` would allow of it. */
import { type Action, type Asker, type Relation, relationsAllowed } from '@sampan/contract/permissions'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { recipients, transfers } from './tables.ts'

const { ownerId: rowOwner, authorId: rowAuthor, id } = transfers

/** Undefined where no row can be that to whoever asks. */
const conditions: Record<Relation, (asker: Asker) => SQL | undefined> = {
  admin: ({ ownerId, isMember }) => (ownerId && !isMember ? eq(rowOwner, ownerId) : undefined),
  // An admin's own are among the owner's.
  author: ({ ownerId, userId, isMember }) =>
    ownerId && userId && isMember ? and(eq(rowOwner, ownerId), eq(rowAuthor, userId)) : undefined,
  member: ({ ownerId, isMember }) => (ownerId && isMember ? eq(rowOwner, ownerId) : undefined),
  // No row is shared yet.
  shared: () => undefined,
  recipient: ({ recipientId }) =>
    recipientId
      ? sql`exists (select 1 from ${recipients} where ${recipients.transferId} = ${id} and ${recipients.id} = ${recipientId})`
      : undefined,
}

export const isPermitted = (asker: Asker, action: Action): SQL =>
  or(...relationsAllowed(action).map((relation) => conditions[relation](asker))) ?? sql`false`
