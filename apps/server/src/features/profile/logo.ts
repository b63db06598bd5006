/** A company's logo, asked of the operator's service once in a while and kept; pages get our copy (A6). */
import { Problem } from '@sampan/contract/errors'
import { pictures } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { pictureOf } from '../../picture-kind.ts'
import type { Services } from '../../services.ts'
import { readSignedDomain } from '../accounts/index.ts'
import * as queries from './queries.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config' | 'logos' | 'log'>
type Logo = Pick<queries.LogoRow, 'kind' | 'bytes'>

const keptSeconds = { there: 30 * 86_400, none: 86_400, failed: 900 } as const
const none: Logo = { kind: null, bytes: null }

/** Throws notYours for a name that is not ours, and where there is no logo. */
export async function readLogo(needs: Needs, actor: Actor, signedDomain: string): Promise<{ kind: string; bytes: Buffer }> {
  const domain = readSignedDomain(needs, signedDomain)
  const { kind, bytes } = domain && needs.logos ? await logoOf(needs, needs.logos, actor, domain) : none
  if (!kind || !bytes) throw new Problem('notYours')
  return { kind, bytes }
}

async function logoOf(needs: Needs, logos: NonNullable<Needs['logos']>, actor: Actor, domain: string): Promise<Logo> {
  const { db, clock, config, log } = needs
  const known = await queries.findLogo(db, domain)
  if (known && addSeconds(known.fetchedAt, known.kind ? keptSeconds.there : keptSeconds.none) > clock()) return known
  await inTransaction(db, (tx) => takeRate(tx, config.rateLimits.logoLookup, actor.networkKey, clock()))
  try {
    const found = usable(await logos.find(domain))
    await queries.keepLogo(db, { domain, ...found, fetchedAt: clock() })
    return found
  } catch (error) {
    log.warn({ err: error }, 'a logo could not be looked up')
    // Asked again in a quarter of an hour; what was there meanwhile stays.
    const fetchedAt = addSeconds(clock(), keptSeconds.failed - (known?.kind ? keptSeconds.there : keptSeconds.none))
    await queries.keepLogo(db, { domain, ...(known ?? none), fetchedAt })
    return known ?? none
  }
}

/** No other kind is served from our origin. */
function usable(bytes: Buffer | null): Logo {
  const picture = bytes && bytes.length <= pictures.maxBytes ? pictureOf(bytes) : null
  const fits = picture && Math.max(picture.width, picture.height) <= pictures.maxPixels
  return fits ? { kind: picture.kind, bytes } : none
}
