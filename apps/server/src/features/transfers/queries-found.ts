/** SQL of what a search has found a transfer by, where its row does not show that anyway (T2). */
import { and, asc, eq, inArray, isNull, like, notLike, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { containing } from '../../db/containing.ts'
import { recipients, transferFiles, transfers } from '../../db/tables.ts'
import { heldFiles } from '../content/index.ts'

export type FoundBy = { kind: 'file' | 'recipient' | 'message'; text: string }

/** Of each the first that fits: a file, else somebody that it went to, else the message. What its name says already is left out. */
export async function foundBy(db: Db, transferIds: string[], search: string): Promise<Map<string, FoundBy>> {
  const fits = (text: SQL | typeof transfers.message | typeof heldFiles.path | typeof recipients.email) =>
    like(sql`lower(${text})`, sql`lower(${containing(search)})`)
  const file = db
    .select({ path: heldFiles.path })
    .from(transferFiles)
    .innerJoin(heldFiles, eq(heldFiles.id, transferFiles.fileId))
    .where(
      and(
        eq(transferFiles.transferId, transfers.id),
        isNull(transferFiles.beforeVersion),
        notLike(heldFiles.path, '%/'),
        fits(heldFiles.path),
      ),
    )
    .orderBy(asc(transferFiles.position))
    .limit(1)
  const recipient = db
    .select({ email: recipients.email })
    .from(recipients)
    .where(and(eq(recipients.transferId, transfers.id), or(fits(recipients.email), fits(sql`coalesce(${recipients.name}, '')`))))
    .orderBy(asc(recipients.seq))
    .limit(1)
  const rows = await db
    .select({
      id: transfers.id,
      isNamed: sql<boolean>`${fits(sql`coalesce(nullif(${transfers.title}, ''), ${transfers.fileName})`)}`,
      file: sql<string | null>`(${file})`,
      recipient: sql<string | null>`(${recipient})`,
      message: sql<string | null>`case when ${fits(transfers.message)} then ${transfers.message} end`,
    })
    .from(transfers)
    .where(inArray(transfers.id, transferIds))
  const found = new Map<string, FoundBy>()
  for (const { id, isNamed, ...by } of rows) {
    if (isNamed) continue
    if (by.file) found.set(id, { kind: 'file', text: by.file })
    else if (by.recipient) found.set(id, { kind: 'recipient', text: by.recipient })
    else if (by.message) found.set(id, { kind: 'message', text: by.message })
  }
  return found
}
