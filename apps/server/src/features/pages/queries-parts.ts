/** SQL of what of the web app outlives its build. */
import { eq, inArray, lt } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { webParts } from '../../db/tables.ts'

type PartRow = typeof webParts.$inferSelect

/** Those of these paths that are kept already. */
export const touchParts = async (db: Db, paths: string[], lastRanAt: Date): Promise<Set<string>> =>
  new Set(
    (await db.update(webParts).set({ lastRanAt }).where(inArray(webParts.path, paths)).returning({ path: webParts.path })).map(
      ({ path }) => path,
    ),
  )

export const insertPart = (db: Db, part: PartRow) => db.insert(webParts).values(part).onConflictDoNothing()

export const deletePartsBefore = (db: Db, moment: Date) => db.delete(webParts).where(lt(webParts.lastRanAt, moment))

export const readPart = async (db: Db, path: string): Promise<PartRow | undefined> =>
  (await db.select().from(webParts).where(eq(webParts.path, path)))[0]
