/** SQL of files that wait for the scanner. */
import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connect.ts'
import { files } from '../../db/tables.ts'

/** A file without a byte holds nothing. */
export async function markToScan(tx: Transaction, uploadId: string): Promise<void> {
  const scan = sql`case when ${files.size} = 0 then 'clean' else 'waiting' end`
  await tx
    .update(files)
    .set({ scan })
    .where(and(eq(files.uploadId, uploadId), eq(files.isRemoved, false)))
}
