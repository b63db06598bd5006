/** One blob: are its bytes there, do its rows belong together, and which of its files can be had whole? */

import { unwrapDek, WrongMasterKey } from '../../adapters/keys/keys.ts'
import { manifestFits } from '../../adapters/storage/manifest.ts'
import { type BlobKey, isDamage } from '../../adapters/storage/storage.ts'
import type { Services } from '../../services.ts'
import { type Finding, type FindingKind, newFinding } from './findings.ts'
import { type AttemptRow, blobExists, type CheckedBlob, type FileRow, filesOfBlob, readBlobs } from './queries.ts'

export type CheckDeps = Pick<Services, 'db' | 'storage' | 'masterKeys'>
export type Classified = { blob: CheckedBlob; finding: Finding; isWhollyLost: boolean }
/** Called with the bytes that were read; waits where they are read slowly on purpose. */
export type Pace = (bytes: number) => Promise<void>
type Deep = { pace: Pace } | null
type Broken = { kind: FindingKind; container?: string; attempts: AttemptRow[]; note?: string }

const maxFilesReported = 20

/**
 * Null where nothing is wrong. What looks wrong is looked at again from fresh rows: they go before bytes do, so bytes that
 * are missing under rows that are still there afterwards are missing indeed.
 */
export async function classifyBlob(deps: CheckDeps, seen: CheckedBlob, deep: Deep): Promise<Classified | null> {
  if (!(await findBroken(deps, seen, deep))) return wholeAgain(seen, deep)
  const [blob] = await readBlobs(deps.db, { ids: [seen.id] })
  if (!blob || blob.state === 'discarded') return null
  const broken = await findBroken(deps, blob, deep)
  if (!broken || !(await blobExists(deps.db, blob.id))) return null
  return blob.state === 'open' ? ofOpen(blob, broken) : ofComplete(deps, blob, broken)
}

/** The mark of a blob that was put back can go, once every byte of it has been read. */
function wholeAgain(blob: CheckedBlob, deep: Deep): Classified | null {
  if (!deep || !blob.lostAt || blob.state !== 'complete') return null
  const finding = newFinding('markedThoughWhole', { blobId: blob.id, uploadId: blob.uploadId, slug: blob.slug })
  return { blob, finding, isWhollyLost: false }
}

async function findBroken(deps: CheckDeps, blob: CheckedBlob, deep: Deep): Promise<Broken | null> {
  if (blob.state === 'discarded') return null
  return (await findMissing(deps, blob)) ?? findMisfit(deps, blob) ?? (deep && (await findDamage(deps, blob, deep.pace)))
}

async function findMissing({ storage }: CheckDeps, { attempts }: CheckedBlob): Promise<Broken | null> {
  const ends = new Map<string, number>()
  for (const attempt of attempts) ends.set(attempt.container, Math.max(ends.get(attempt.container) ?? 0, storage.endOf(attempt)))
  const lacking = new Map<string, number>()
  for (const [container, end] of ends) {
    const found = await storage.inventory.find(container)
    if ((found?.bytes ?? 0) < end) lacking.set(container, found?.bytes ?? 0)
  }
  const [container] = lacking.keys()
  if (container === undefined) return null
  const gone = attempts.filter((attempt) => storage.endOf(attempt) > (lacking.get(attempt.container) ?? Number.POSITIVE_INFINITY))
  return { kind: 'missingBytes', container, attempts: gone }
}

function keyOf({ masterKeys }: Pick<CheckDeps, 'masterKeys'>, { id, wrappedKey }: CheckedBlob): BlobKey {
  return { blobId: id, dek: unwrapDek(masterKeys, id, wrappedKey) }
}

function findMisfit(deps: CheckDeps, blob: CheckedBlob): Broken | null {
  try {
    const key = keyOf(deps, blob)
    if (blob.state === 'open') return null
    const { manifestMac: mac, attempts, size } = blob
    return mac && manifestFits(key, size, attempts, mac) ? null : { kind: 'wrongManifest', attempts }
  } catch (error) {
    if (error instanceof WrongMasterKey) return { kind: 'wrongKey', attempts: blob.attempts, note: error.message }
    throw error
  }
}

/** Every part is read to its end, so that each file is known that a damage touches. */
async function findDamage(deps: CheckDeps, blob: CheckedBlob, pace: Pace): Promise<Broken | null> {
  const key = keyOf(deps, blob)
  const damaged: AttemptRow[] = []
  for (const attempt of blob.attempts) if (!(await verifies(deps, key, attempt, pace))) damaged.push(attempt)
  return damaged.length ? { kind: 'damagedBytes', container: damaged[0]!.container, attempts: damaged } : null
}

async function verifies({ storage }: CheckDeps, key: BlobKey, attempt: AttemptRow, pace: Pace): Promise<boolean> {
  try {
    for await (const { pieces, release } of storage.readRange(key, [attempt], attempt.offset, attempt.offset + attempt.length)) {
      await pace(pieces.reduce((sum, { length }) => sum + length, 0))
      release()
    }
    return true
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

/** A part that the server has not looked at since the machine went down is its own matter: it asks for it again. */
function ofOpen(blob: CheckedBlob, { kind, container, note, attempts }: Broken): Classified | null {
  if (blob.isSuspect && kind !== 'wrongKey') return null
  const { id: blobId, uploadId, slug } = blob
  const what = { blobId, uploadId, slug, ...(container && { container }), ...(note && { note }) }
  const bytes = attempts.reduce((sum, { length }) => sum + length, 0)
  return { blob, finding: newFinding(kind === 'wrongKey' ? kind : 'lostParts', { ...what, bytes }), isWhollyLost: false }
}

async function ofComplete(deps: CheckDeps, blob: CheckedBlob, broken: Broken): Promise<Classified> {
  const all = await filesOfBlob(deps.db, blob.id)
  const touched = broken.kind === 'damagedBytes' ? await unreadable(deps, blob, all, broken) : touchedBy(all, broken)
  const { id: blobId, uploadId, slug } = blob
  const finding = newFinding(broken.kind, {
    blobId,
    uploadId,
    slug,
    ...(broken.container && { container: broken.container }),
    files: touched.slice(0, maxFilesReported).map(({ path }) => path),
    fileCount: touched.length,
    ...(broken.note && { note: broken.note }),
  })
  return { blob, finding, isWhollyLost: touched.length === all.length && broken.kind !== 'wrongKey' }
}

const touches = (file: FileRow, { offset, length }: AttemptRow) =>
  file.offset < offset + length && file.offset + file.size > offset

const touchedBy = (all: FileRow[], { kind, attempts }: Broken): FileRow[] =>
  kind === 'missingBytes' ? all.filter((file) => attempts.some((attempt) => touches(file, attempt))) : all

/** A part may hold thousands of files, of which a damaged segment touches a few: each is tried by itself. */
async function unreadable(deps: CheckDeps, blob: CheckedBlob, all: FileRow[], broken: Broken): Promise<FileRow[]> {
  const key = keyOf(deps, blob)
  const list: FileRow[] = []
  for (const file of touchedBy(all, { ...broken, kind: 'missingBytes' }))
    if (!(await isReadable(deps, key, blob, file))) list.push(file)
  return list
}

async function isReadable({ storage }: CheckDeps, key: BlobKey, { attempts }: CheckedBlob, file: FileRow): Promise<boolean> {
  try {
    for await (const { release } of storage.readRange(key, attempts, file.offset, file.offset + file.size)) release()
    return true
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}
