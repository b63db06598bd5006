/** What the doctor sees from this machine: database and clock, disk and store, keys and backup, scanner, payments, the queue. */
import { relative } from 'node:path'
import { stripeWebhook } from '@sampan/contract/routes/billing'
import { ScannerAway } from '../../adapters/scanner/scanner.ts'
import { storeWords } from '../../config/store-settings.ts'
import { lastBackupMark, readMark } from '../../db/installation.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { lastPaymentEvent } from '../billing/index.ts'
import { bad, type Finding, good, note, saysOf } from './finding.ts'
import { databaseState, givenUpJobs } from './queries.ts'

const clockSlackMs = 2000
const slowMs = { note: 5, bad: 50 }
const oldestVersion = 150_000
const oldBackupDays = 8
const dayMs = 86_400_000

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

export async function lookAtDatabase({ db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>): Promise<Finding[]> {
  const { version, number, now, latencyMs } = await databaseState(db)
  const kind = config.databaseUrl ? 'Postgres' : 'Embedded Postgres'
  const took = `${latencyMs.toFixed(1)} ms`
  const awayMs = Math.abs(now.getTime() - clock().getTime())
  return [
    number < oldestVersion
      ? bad('database', `${kind} ${version} is too old.`, 'Postgres 15 or later')
      : good('database', `${kind} ${version}.`),
    latencyMs < slowMs.note
      ? good('database', `It answers within ${took}.`)
      : (latencyMs < slowMs.bad ? note : bad)(
          'database',
          `It takes ${took} for the smallest question.`,
          'Let it run nearer to the service: one network, without a pooler between that waits.',
        ),
    awayMs < clockSlackMs
      ? good('clock', 'Database and machine agree on the time.')
      : bad(
          'clock',
          `The database’s clock is ${(awayMs / 1000).toFixed(0)} s away from this machine’s.`,
          'timedatectl set-ntp true',
        ),
  ]
}

export async function lookAtStore({ storage, config }: Pick<Services, 'storage' | 'config'>): Promise<Finding[]> {
  const where = storeWords(config).place
  try {
    await storage.probe()
  } catch (error) {
    return [bad('store', `The store of files (${where}) is away: ${saysOf(error)}`)]
  }
  const found = [good('store', `The store of files answers (${where}).`), ...lookAtForm(config)]
  if (config.store === 's3')
    return [
      ...found,
      note(
        'store',
        'Uploads to the bucket that break off are ended by the service; a rule of the bucket ends those of a machine that is lost.',
        'Lifecycle: AbortIncompleteMultipartUpload, DaysAfterInitiation 7',
      ),
    ]
  const free = await storage.freeBytes()
  const { lowWaterBytes } = config
  const says = `${gigabytes(free)} are free; uploads stop at ${gigabytes(lowWaterBytes)}.`
  return [
    ...found,
    (free < lowWaterBytes ? bad : free < 2 * lowWaterBytes ? note : good)(
      'disk',
      says,
      ...(free < 2 * lowWaterBytes ? ['A larger disk for DATA_DIR, or a lower LOW_WATER_BYTES'] : []),
    ),
  ]
}

function lookAtForm(config: Services['config']): Finding[] {
  const { storeSealed, storeFrom, store } = config
  return [
    storeSealed
      ? good('store', 'What is stored is encrypted.')
      : note(
          'store',
          'What is stored is verified, but not encrypted: whoever reads the disk or the bucket reads the files.',
          'Encryption of the disk or the bucket itself, or STORE_SEALED=yes',
        ),
    ...(storeFrom
      ? [
          note(
            'store',
            `Files move from ${storeWords(config, storeFrom).place}, and are read in both.`,
            `sampan move-store, and once it says that all have moved: STORE=${store} without STORE_FROM`,
          ),
        ]
      : []),
  ]
}

/** Nobody but the operator knows whether there is a copy of the keys; where they lie beside the data, one disk takes both. */
export async function lookAtCopies({ db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>): Promise<Finding[]> {
  const { keysDir, dataDir } = config
  const isInside = !relative(dataDir, keysDir).startsWith('..')
  const mark = await readMark(db, lastBackupMark)
  const days = mark && Math.floor((clock().getTime() - new Date(String(mark)).getTime()) / dayMs)
  const nightly = 'sampan backup FOLDER, each night'
  return [
    isInside
      ? note(
          'keys',
          `The keys lie in ${keysDir}, on the disk that they open. Without a copy elsewhere no file can be read once it is lost.`,
          'KEYS_DIR=another place, and a copy of it away from this machine',
        )
      : good('keys', `The keys lie apart from the data, in ${keysDir}. Keep a copy of them away from this machine.`),
    days === null
      ? bad('backup', 'There was no backup yet.', nightly)
      : days > oldBackupDays
        ? bad('backup', `The last backup is ${days} days old.`, nightly)
        : good(
            'backup',
            days === 0
              ? 'The last backup is of today.'
              : days === 1
                ? 'The last backup is of yesterday.'
                : `The last backup is ${days} days old.`,
          ),
  ]
}

export async function lookAtScanner({ scanner }: Pick<Services, 'scanner'>): Promise<Finding[]> {
  if (!scanner) return [note('scanner', 'No file is scanned for viruses.', 'CLAMD=host:port')]
  const harmless = async function* () {
    yield [Buffer.from('harmless')]
  }
  try {
    const { state } = await scanner.scan(harmless)
    return [
      state === 'clean'
        ? good('scanner', 'The scanner looks at files.')
        : bad('scanner', `The scanner calls a harmless text ${state}.`),
    ]
  } catch (error) {
    if (!(error instanceof ScannerAway)) throw error
    return [bad('scanner', `The scanner is away: ${error.message}`, 'Start clamd, or correct CLAMD')]
  }
}

export async function lookAtPayments({ db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>): Promise<Finding[]> {
  if (config.billing !== 'stripe') return []
  const last = await lastPaymentEvent(db)
  const address = urlOf(config, stripeWebhook.path)
  if (!last)
    return [
      bad(
        'payments',
        'Stripe has never called.',
        `A webhook at Stripe that calls ${address}, and its secret as STRIPE_WEBHOOK_SECRET`,
      ),
    ]
  const days = Math.floor((clock().getTime() - last.getTime()) / dayMs)
  return [good('payments', days === 0 ? 'Stripe has called today.' : `Stripe has last called ${days} days ago.`)]
}

export async function lookAtQueue({ db }: Pick<Services, 'db'>): Promise<Finding[]> {
  const jobs = await givenUpJobs(db)
  return [
    jobs === 0
      ? good('queue', 'No work was given up.')
      : bad(
          'queue',
          `${jobs === 1 ? 'A piece of work was' : `${jobs} pieces of work were`} tried to the last and given up.`,
          'sampan queue',
        ),
  ]
}
