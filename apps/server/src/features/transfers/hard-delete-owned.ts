import type { Services } from '../../services.ts'
import { releaseUnheld } from './hard-delete-transfers.ts'
import * as queries from './queries-change.ts'
import { withUploads } from './with-uploads.ts'

const perRun = 200

/** All that an owner has sent goes, deleted or not: the keys, then the bytes by a job, and every row. May be repeated, and be stopped anywhere. */
export async function hardDeleteOwned({ db }: Pick<Services, 'db'>, ownerId: string): Promise<void> {
  for (;;) {
    const some = await queries.transfersOfOwner(db, ownerId, perRun)
    for (const { id, uploadId } of some)
      await withUploads(db, { id, uploadId, isDeleted: true }, async (tx, uploadIds) => {
        await queries.deleteRow(tx, id)
        await releaseUnheld(tx, uploadIds)
      })
    if (some.length < perRun) return
  }
}
