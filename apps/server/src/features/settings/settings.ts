/** What an account's transfers and requests begin with, and how places are kept (B4). */
import { Problem } from '@sampan/contract/errors'
import { type PlanHolder, planOf, planRole } from '@sampan/contract/plans'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { changeSettings as route, Settings } from '@sampan/contract/routes/settings'
import { mayExpireAfter } from '@sampan/contract/rules/expiry'
import { minPlace } from '@sampan/contract/rules/place-level'
import type { PlaceLevel } from '@sampan/contract/states'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { updateUser } from '../accounts/index.ts'
import * as queries from './queries.ts'

type Needs = Pick<Services, 'db' | 'config'>
type Answer = RouteAnswer<typeof route>
type Who = Pick<SignedIn, 'userId'>

type Defaults = { expirySeconds?: number | undefined }
/** A plan that is smaller by now: what it does not allow is as if it were not there. */
function allowed<Some extends Defaults>(holder: PlanHolder, { expirySeconds, ...settings }: Some) {
  const isAllowed = expirySeconds !== undefined && mayExpireAfter(planOf(holder), expirySeconds)
  return isAllowed ? { ...settings, expirySeconds } : settings
}

/** No city is known without the operator's own files. */
const maxPlacesOf = ({ places, geoCityFiles }: Needs['config']): PlaceLevel =>
  minPlace(places, geoCityFiles.length > 0 ? 'city' : 'country')

function answerOf({ config }: Needs, row: queries.SettingsRow): Answer {
  const mostPlaces = maxPlacesOf(config)
  const settings = {
    transferSettings: allowed(row.holder, row.transferSettings),
    requestSettings: allowed(row.holder, row.requestSettings),
    downloadMails: row.downloadMails,
    places: minPlace(row.places, mostPlaces),
  }
  return { settings, mostPlaces }
}

export async function readSettings(needs: Needs, { userId }: Who): Promise<Answer> {
  const row = await queries.findSettings(needs.db, userId)
  if (!row) throw new Problem('signedOut')
  return answerOf(needs, row)
}

function refuseForbidden(holder: PlanHolder, { transferSettings, requestSettings }: Partial<Settings>): void {
  for (const defaults of [transferSettings, requestSettings])
    if (defaults?.expirySeconds !== undefined && !mayExpireAfter(planOf(holder), defaults.expirySeconds))
      throw new Problem('expiryNotAllowed', { role: planRole(holder.role) })
}

/** Of several that race each part is the one that was written last, whole. */
export async function changeSettings(needs: Needs, { userId }: Who, asked: RouteInput<typeof route>['body']): Promise<Answer> {
  return inTransaction(needs.db, async (tx) => {
    const row = await queries.findSettings(tx, userId)
    if (!row) throw new Problem('signedOut')
    refuseForbidden(row.holder, asked)
    const set = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
    if (Object.keys(set).length) await updateUser(tx, userId, set)
    return answerOf(needs, { ...row, ...asked })
  })
}
