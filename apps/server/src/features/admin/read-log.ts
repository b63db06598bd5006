import { operatorLimits } from '@sampan/contract/limits'
import type { adminAudit } from '@sampan/contract/routes/admin'
import type { RouteAnswer } from '@sampan/contract/routes/route'
import type { Services } from '../../services.ts'
import { page } from './page.ts'
import { actsBefore } from './queries-log.ts'

/** What the link of the first operator was signed with says nothing to anybody. */
const aboutOf = ({ act, aboutEmail, about }: Awaited<ReturnType<typeof actsBefore>>[number]): string =>
  aboutEmail ?? (act === 'becameFirst' ? '' : about)

export async function readLog(
  { db }: Pick<Services, 'db'>,
  before: string | undefined,
  rows: number = operatorLimits.rows,
): Promise<RouteAnswer<typeof adminAudit>> {
  const { shown, hasMore } = page(await actsBefore(db, before, rows + 1), rows)
  const acts = shown.map((row) => ({
    _id: row.id,
    at: row.at.getTime(),
    by: row.by,
    isByCommand: row.byUserId === null,
    act: row.act,
    about: aboutOf(row),
    detail: row.detail,
  }))
  return { acts, hasMore }
}
