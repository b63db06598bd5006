/**
 * Replicas that serve one installation give the same links, sign with the same key and read the same files. Each start leaves what it
 * was set to; the next one beside it is refused where both together would do harm, and warned of everything else that differs.
 */
import { givenSettings } from '../../config/config.ts'
import { inTransaction } from '../../db/connect.ts'
import { addMark, lockMark, readMark, writeMark } from '../../db/installation.ts'
import { isAnyServing } from '../../db/replicas.ts'
import { originOf } from '../../links.ts'
import type { Services } from '../../services.ts'

const markName = 'replica-settings'

/** These belong to one machine. */
const ownSettings = new Set([
  ...[
    'PORT',
    'HOST',
    'DATA_DIR',
    'KEYS_DIR',
    'WORKERS',
    'WORKER_SILENCE_SECONDS',
    'DATABASE_URL',
    'DATABASE_POOLER_URL',
    'DATABASE_POOL',
    'TRUST_PROXY',
  ],
  ...[
    'LOG_LEVEL',
    'METRICS_PORT',
    'METRICS_HOST',
    'BOUNCE_SMTP_PORT',
    'BOUNCE_SMTP_HOST',
    'CONTENT_DIR',
    'GEO_CITY_FILES',
    'CLAMD',
  ],
])

type Told = { mustBeSame: Record<string, string>; given: Record<string, string> }

/** Names whose values differ, or that only one of both has. */
const differing = (one: Record<string, string>, other: Record<string, string>): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]).sort()

function toldBy(config: Services['config'], appKey: string): Told {
  const given = Object.entries(givenSettings()).filter(([name]) => !ownSettings.has(name))
  return {
    mustBeSame: {
      PUBLIC_URL: originOf(config),
      STORE: config.store,
      S3_BUCKET: config.s3Bucket ?? '',
      'app.key of KEYS_DIR': appKey,
    },
    given: Object.fromEntries(given),
  }
}

/** Once at the start, before anybody is served. `appKey` tells one from another, and nothing else of it. */
export async function requireSameSettings(
  { db, config, log }: Pick<Services, 'db' | 'config' | 'log'>,
  appKey: string,
): Promise<void> {
  const mine = toldBy(config, appKey)
  const text = Buffer.from(JSON.stringify(mine))
  await inTransaction(db, async (tx) => {
    await addMark(tx, markName, text)
    const theirs: Told = JSON.parse(String(await lockMark(tx, markName)))
    if (await isAnyServing(tx)) {
      const harmful = differing(theirs.mustBeSame, mine.mustBeSame)
      if (harmful.length)
        throw new Error(
          `Another replica serves from this database, and here differs: ${harmful.join(', ')}. Set them the same for every replica and share KEYS_DIR; to change them, stop all replicas first.`,
        )
      const names = differing(theirs.given, mine.given)
      if (names.length) log.warn({ names }, 'settings differ from those of another replica that serves: set them the same')
    }
    await writeMark(tx, markName, text)
  })
}

/** Which store the service was last started with, null where that was before it said so. */
export async function storeLastServed(db: Services['db']): Promise<string | null> {
  const mark = await readMark(db, markName)
  return mark && ((JSON.parse(String(mark)) as Told).mustBeSame.STORE ?? null)
}
