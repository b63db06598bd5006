/** What the doctor sees from this machine: database and clock, disk and store, keys and backup, scanner, payments, the queue. */
import { relative } from 'node:path'
import { stripeWebhook } from '@sampan/contract/routes/billing'
import { ScannerAway } from '../../adapters/scanner/scanner.ts'
import { storeWords } from '../../config/store-settings.ts'
import { lastBackupMark, readMark } from '../../db/installation.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { lastPaymentEvent } from '../billing/index.ts'
import { advise, bad, type Finding, good, note, saysOf } from './finding.ts'
import { databaseState, givenUpJobs } from './queries.ts'

const clockSlackMs = 2000
const slowMs = { note: 5, bad: 50 }
const oldestVersion = 150_000
const oldBackupDays = 8
const dayMs = 86_400_000

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

export async function lookAtDatabase({ db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>): Promise<Finding[]> {
  const { version, number, now, latencyMs } = await databaseState(db)
  const database = `Postgres ${version}`
  const took = `${latencyMs.toFixed(1)} ms`
  const awayMs = Math.abs(now.getTime() - clock().getTime())
  return [
    number < oldestVersion
      ? bad('database', ['databaseOld', { database }], advise('newerPostgres'))
      : good('database', [config.databaseUrl ? 'databaseIs' : 'databaseInside', { database }]),
    latencyMs < slowMs.note
      ? good('database', ['databaseFast', { took }])
      : (latencyMs < slowMs.bad ? note : bad)('database', ['databaseSlow', { took }], advise('nearerDatabase')),
    awayMs < clockSlackMs
      ? good('clock', 'clockGood')
      : bad('clock', ['clockAway', { seconds: (awayMs / 1000).toFixed(0) }], 'timedatectl set-ntp true'),
  ]
}

export async function lookAtStore({ storage, config }: Pick<Services, 'storage' | 'config'>): Promise<Finding[]> {
  const { place } = storeWords(config)
  try {
    await storage.probe()
  } catch (error) {
    return [bad('store', ['storeAway', { place, error: saysOf(error) }])]
  }
  const found = [good('store', ['storeGood', { place }]), ...lookAtForm(config)]
  if (config.store === 's3')
    return [...found, note('store', 'bucketRule', 'Lifecycle: AbortIncompleteMultipartUpload, DaysAfterInitiation 7')]
  const free = await storage.freeBytes()
  const { lowWaterBytes } = config
  return [
    ...found,
    (free < lowWaterBytes ? bad : free < 2 * lowWaterBytes ? note : good)(
      'disk',
      ['diskFree', { free: gigabytes(free), low: gigabytes(lowWaterBytes) }],
      ...(free < 2 * lowWaterBytes ? [advise('largerDisk')] : []),
    ),
  ]
}

function lookAtForm(config: Services['config']): Finding[] {
  const { storeSealed, storeFrom, store } = config
  return [
    storeSealed ? good('store', 'storeSealed') : note('store', 'storePlain', advise('sealStore')),
    ...(storeFrom
      ? [note('store', ['storeMoving', { place: storeWords(config, storeFrom).place }], advise('moveStore', { store }))]
      : []),
  ]
}

/** Nobody but the operator knows whether there is a copy of the keys; where they lie beside the data, one disk takes both. */
export async function lookAtCopies({ db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>): Promise<Finding[]> {
  const { keysDir, dataDir } = config
  const isInside = !relative(dataDir, keysDir).startsWith('..')
  const mark = await readMark(db, lastBackupMark)
  const days = mark && Math.floor((clock().getTime() - new Date(String(mark)).getTime()) / dayMs)
  const nightly = advise('backupNightly')
  return [
    isInside
      ? note('keys', ['keysInside', { folder: keysDir }], advise('keysElsewhere'))
      : good('keys', ['keysApart', { folder: keysDir }]),
    days === null
      ? bad('backup', 'backupNone', nightly)
      : days > oldBackupDays
        ? bad('backup', ['backupOld', { days }], nightly)
        : good('backup', days === 0 ? 'backupToday' : days === 1 ? 'backupYesterday' : ['backupDays', { days }]),
  ]
}

export async function lookAtScanner({ scanner }: Pick<Services, 'scanner'>): Promise<Finding[]> {
  if (!scanner) return [note('scanner', 'scannerNone', 'CLAMD=host:port')]
  const harmless = async function* () {
    yield [Buffer.from('harmless')]
  }
  try {
    const { state } = await scanner.scan(harmless)
    return [state === 'clean' ? good('scanner', 'scannerGood') : bad('scanner', ['scannerWrong', { state }])]
  } catch (error) {
    if (!(error instanceof ScannerAway)) throw error
    return [bad('scanner', ['scannerAway', { error: error.message }], advise('startScanner'))]
  }
}

export async function lookAtPayments({ db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>): Promise<Finding[]> {
  if (config.billing !== 'stripe') return []
  const last = await lastPaymentEvent(db)
  const address = urlOf(config, stripeWebhook.path)
  if (!last) return [bad('payments', 'stripeNever', advise('stripeWebhook', { address }))]
  const days = Math.floor((clock().getTime() - last.getTime()) / dayMs)
  return [good('payments', days === 0 ? 'stripeToday' : ['stripeDays', { days }])]
}

export async function lookAtQueue({ db }: Pick<Services, 'db'>): Promise<Finding[]> {
  const jobs = await givenUpJobs(db)
  return [jobs === 0 ? good('queue', 'queueGood') : bad('queue', ['queueGivenUp', { count: jobs }], 'sampan queue')]
}
