/** SQL of where the bytes of blobs lie. */
import { asc, inArray } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { attempts } from '../../db/tables.ts'

type AttemptRow = typeof attempts.$inferSelect

export const attemptsOfBlobs = (db: Db, blobIds: string[]): Promise<AttemptRow[]> =>
  blobIds.length
    ? db.select().from(attempts).where(inArray(attempts.blobId, blobIds)).orderBy(asc(attempts.blobId), asc(attempts.offset))
    : Promise.resolve([])
