/** SQL of what decides whether an address of a transfer's files still holds. */
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { recipients, transfers } from '../../db/tables.ts'
import { ownerStanding } from '../owners/index.ts'

/** `recipientId`: of the personal link that it was given to. */
export async function lookedAt(db: Db, transferId: string, recipientId: string | null) {
  const { ownerId, authorId, state, expiresAt, downloadLimit, downloadCount, freeDownloads, passwordHash, isRestricted } =
    transfers
  const [row] = await db
    .select({
      sharedWith: transfers.sharedWith,
      isSharedWithTeam: transfers.isSharedWithTeam,
      ...{ ownerId, authorId, state, expiresAt, downloadLimit, downloadCount, freeDownloads, passwordHash, isRestricted },
      ownerStatus: ownerStanding.status,
      isReader: sql<boolean>`${recipients.id} is not null`,
    })
    .from(transfers)
    .innerJoin(ownerStanding, eq(transfers.ownerId, ownerStanding.id))
    .leftJoin(recipients, and(eq(recipients.transferId, transfers.id), eq(recipients.id, sql`${recipientId}::uuid`)))
    .where(eq(transfers.id, transferId))
  return row
}
export type LookedAt = NonNullable<Awaited<ReturnType<typeof lookedAt>>>
