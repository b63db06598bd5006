import type { readActivity } from '@sampan/contract/routes/activity'
import type { RouteAnswer } from '@sampan/contract/routes/route'
import { formatCountry } from '@sampan/texts/format'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { activityOf } from './queries-activity.ts'

/** What others did lately with everything that the caller has sent. */
export async function listActivity(
  { db }: Pick<Services, 'db'>,
  actor: SignedIn,
  limit: number,
): Promise<RouteAnswer<typeof readActivity>> {
  const rows = await activityOf(db, actor, limit)
  return {
    activities: rows.map(({ at, title, firstFile, ...row }) => ({
      ...row,
      at: at.getTime(),
      transferName: title || firstFile,
      country: formatCountry(row.countryCode, actor.language),
    })),
  }
}
