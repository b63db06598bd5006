import { type Database, inTransaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import { transfersOfUpload } from './queries-holding.ts'

/** Pages show the files of an upload as they are now, in every transfer that holds some of them. */
export async function notifyFilesChanged(db: Database, uploadId: string): Promise<void> {
  for (const { ownerId, slug } of await transfersOfUpload(db, uploadId))
    await inTransaction(db, (tx) => notifyLive(tx, { ownerId, slug, what: 'transfer' }))
}
