/** How far an upload has come, for who waits for it: what is there of each file, since when nothing came, and how long it may take. */
import { keptSeconds } from '@sampan/contract/rules/kept-upload'
import type { Database } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { lastGrowthAt, type Sample, secondsLeft, withSample } from './arrival-rate.ts'
import { receivedOf } from './coverage.ts'
import { type Arriving, findArriving, partsOf } from './queries-arrival.ts'
import { placedFilesOf } from './queries-complete.ts'

export type Arrival = {
  receivedBytes: number
  /** Of each file in its order; nothing while what is there is being read anew after a restart of the machine. */
  received: number[]
  /** Since the last byte came. */
  silentSeconds: number
  /** Null where nobody can say. */
  secondsLeft: number | null
  /** Nothing has come for so long that it will not be waited for. */
  isGivenUp: boolean
}
type Counted = { received: number[]; totalBytes: number }
type Known = { samples: Sample[]; counting: { of: string; bytes: number; at: number; counted: Promise<Counted> } | null }

/** Of what was looked at last; the oldest is forgotten first. */
const maxKnown = 500
/** However many look, the parts are counted so often at most; and so often at least. */
const countEveryMs = 1000
const countAgainMs = 10_000
/** The time of an upload is moved on in steps of that (record-parts), so it tells its last byte this exactly. */
const expiryStepMs = 60_000

const memories = new WeakMap<Database, Map<string, Known>>()

function knownOf(db: Database, uploadId: string): Known {
  const memory = memories.get(db) ?? new Map<string, Known>()
  memories.set(db, memory)
  const known = memory.get(uploadId) ?? { samples: [], counting: null }
  memory.delete(uploadId)
  memory.set(uploadId, known)
  for (const oldest of memory.keys()) {
    if (memory.size <= maxKnown) break
    memory.delete(oldest)
  }
  return known
}

export async function arrivalOf({ db, clock }: Pick<Services, 'db' | 'clock'>, uploadId: string): Promise<Arrival | undefined> {
  const upload = await findArriving(db, uploadId)
  if (!upload) return undefined
  const now = clock()
  const known = knownOf(db, uploadId)
  known.samples = withSample(known.samples, { at: now.getTime(), bytes: upload.receivedBytes })
  const { received, totalBytes } = await countedNow(db, uploadId, upload, known, now.getTime())
  const receivedBytes = received.reduce((sum, bytes) => sum + bytes, 0)
  return {
    receivedBytes,
    received,
    silentSeconds: Math.floor((now.getTime() - lastByteAt(upload, known.samples, now.getTime())) / 1000),
    secondsLeft: upload.isSuspect ? null : secondsLeft(known.samples, totalBytes - receivedBytes, now.getTime()),
    isGivenUp: upload.state === 'discarded' || (upload.state === 'open' && upload.expiresAt <= now),
  }
}

/** Files stay as they are from publishing on. */
function countedNow(db: Database, uploadId: string, upload: Arriving, known: Known, now: number): Promise<Counted> {
  const of = [upload.isSuspect, upload.publishedAt?.getTime()].join()
  const { counting } = known
  const age = counting && counting.of === of ? now - counting.at : Number.POSITIVE_INFINITY
  if (counting && age < (counting.bytes === upload.receivedBytes ? countAgainMs : countEveryMs)) return counting.counted
  const counted = count(db, uploadId, upload)
  known.counting = { of, bytes: upload.receivedBytes, at: now, counted }
  counted.catch(() => {
    known.counting = null
  })
  return counted
}

async function count(db: Database, uploadId: string, { isSuspect }: Arriving): Promise<Counted> {
  const files = (await placedFilesOf(db, uploadId)).filter(({ isRemoved }) => !isRemoved)
  const parts = isSuspect ? new Map() : await partsOf(db, uploadId)
  return {
    received: files.map((file) => (file.blobId ? receivedOf(file, parts.get(file.blobId) ?? []) : 0)),
    totalBytes: files.reduce((sum, { size }) => sum + size, 0),
  }
}

/** The row tells it to the minute, growth between two looks more exactly. */
function lastByteAt({ expiresAt, ...upload }: Arriving, samples: readonly Sample[], now: number): number {
  const earliest = expiresAt.getTime() - keptSeconds(upload) * 1000
  const seen = lastGrowthAt(samples) ?? now
  return Math.min(now, Math.max(earliest, Math.min(seen, earliest + expiryStepMs)))
}
