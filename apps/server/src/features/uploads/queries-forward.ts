/** SQL of the empty uploads that forwarded transfers have. */
import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connect.ts'
import { uploads } from '../../db/tables.ts'
import type { UploadRow } from './queries.ts'

/** What this call made before, if it is a repeat; racing repeats wait for each other. */
export async function forwardOfRequest(tx: Transaction, authorId: string, requestKey: string): Promise<UploadRow | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`forward:${authorId}:${requestKey}`}, 0))`)
  // Only forwards have no browser: the key of an ordinary upload is another one's.
  const isForward = and(eq(uploads.browserHash, ''), eq(uploads.requestKey, requestKey))
  const isSame = and(isForward, eq(uploads.authorId, authorId), eq(uploads.state, 'complete'))
  return (await tx.select().from(uploads).where(isSame))[0]
}
