/** SQL of the log of teams. */
import type { LoggedAct } from '@sampan/contract/rules/team-log'
import { and, desc, eq, ilike, lt, or, sql } from 'drizzle-orm'
import { among } from '../../db/among.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { containing } from '../../db/containing.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { teamLog } from '../../db/tables.ts'

export type LogRow = typeof teamLog.$inferSelect
/** `named`: people whose name is what is searched for, since rows are shown with names. */
export type LogFilter = {
  search?: string | undefined
  person?: string | undefined
  act?: LoggedAct | undefined
  named?: readonly string[]
}

export async function insertEntry(tx: Transaction, row: typeof teamLog.$inferInsert): Promise<void> {
  await tx.insert(teamLog).values(row)
}

/** `before`: an entry, whose place is where the page begins. */
export const entriesOf = (
  db: Db,
  ownerId: string,
  { search, person, act, named = [] }: LogFilter,
  { before, limit, since }: { before: string | undefined; limit: number; since: Date },
): Promise<LogRow[]> =>
  db
    .select()
    .from(teamLog)
    .where(
      and(
        isOwnedBy(teamLog, ownerId),
        sql`${teamLog.at} > ${since.toISOString()}::timestamptz`,
        person === undefined ? undefined : eq(teamLog.userId, person),
        act === undefined ? undefined : eq(teamLog.act, act),
        search
          ? or(ilike(teamLog.email, containing(search)), ilike(teamLog.about, containing(search)), among(teamLog.userId, named))
          : undefined,
        before === undefined
          ? undefined
          : sql`(${teamLog.at}, ${teamLog.id}) < (select at, id from team_log where id = ${before} and owner_id = ${ownerId})`,
      ),
    )
    .orderBy(desc(teamLog.at), desc(teamLog.id))
    .limit(limit)

export const deleteBefore = (db: Db, before: Date): Promise<unknown> => db.delete(teamLog).where(lt(teamLog.at, before))
