/** SQL of what a browser sent that an account could keep (A7). */
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { transfers, uploads } from '../../db/tables.ts'
import { ownerStanding } from '../owners/index.ts'

/** What a browser sent that belongs to an address without an account: the newest, and how many are of the same address. */
export async function savable(db: Db, browserHash: string): Promise<{ count: number; slug: string; email: string } | undefined> {
  const [row] = await db
    .select({
      slug: transfers.slug,
      email: transfers.senderEmail,
      count: sql<number>`(count(*) over (partition by ${transfers.senderEmail}))::int`,
    })
    .from(transfers)
    .innerJoin(uploads, eq(transfers.uploadId, uploads.id))
    .innerJoin(ownerStanding, eq(transfers.ownerId, ownerStanding.id))
    .where(and(eq(uploads.browserHash, browserHash), eq(ownerStanding.kind, 'address'), sql`${transfers.state} <> 'deleted'`))
    .orderBy(sql`${transfers.sentAt} desc`)
    .limit(1)
  return row
}
