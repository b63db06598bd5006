import { inTransaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { releaseUpload } from './change-upload.ts'
import * as queries from './queries-owners.ts'

const perRun = 200

/** All uploads of an owner end, whatever they were: keys and quota go, then the bytes by a job, and their rows. May be repeated. */
export async function releaseOwned({ db }: Pick<Services, 'db'>, ownerId: string): Promise<void> {
  for (;;) {
    const uploadIds = await queries.uploadsOfOwner(db, ownerId, perRun)
    for (const uploadId of uploadIds)
      await inTransaction(db, async (tx) => {
        await releaseUpload(tx, uploadId)
        await queries.deleteUpload(tx, uploadId)
      })
    if (uploadIds.length < perRun) return
  }
}
