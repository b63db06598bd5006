/** SQL of what an upload for a sent transfer has to know of that. */
import type { TransferState } from '@sampan/contract/states'
import { and, eq } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isPermitted } from '../../db/permitted.ts'
import { transferFiles, transfers } from '../../db/tables.ts'
import type { SignedIn } from '../../http/actor.ts'
import { heldFiles, inTheirPlaces, isNewest } from '../content/index.ts'

/** One that the account may change; its row does not go away meanwhile. */
export async function findGrowing(
  tx: Transaction,
  { slug, actor }: { slug: string; actor: SignedIn },
): Promise<{ id: string; state: TransferState; version: number } | undefined> {
  const isOwn = and(eq(transfers.slug, slug), isPermitted(actor, 'change'))
  const { id, state, version } = transfers
  return (await tx.select({ id, state, version }).from(transfers).where(isOwn).for('key share'))[0]
}

export const newestFilesOf = (db: Db, transferId: string): Promise<{ id: string; path: string; size: number }[]> =>
  db
    .select({ id: heldFiles.id, path: heldFiles.path, size: heldFiles.size })
    .from(transferFiles)
    .innerJoin(heldFiles, eq(transferFiles.fileId, heldFiles.id))
    .where(and(eq(transferFiles.transferId, transferId), isNewest))
    .orderBy(inTheirPlaces)
