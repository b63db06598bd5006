import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/connect.ts'
import { uploads } from '../../db/tables.ts'

/** Begun by the operator for the same before, and not whole. */
export const broughtBefore = (tx: Transaction, browserHash: string, requestKey: string): Promise<{ id: string }[]> =>
  tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.browserHash, browserHash), eq(uploads.requestKey, requestKey), eq(uploads.state, 'open')))
