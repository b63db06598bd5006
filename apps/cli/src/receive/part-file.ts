/** A file on its way to its place: FILE.part until it is whole and is what the server says of it. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import type { PublicFile } from '@sampan/contract/routes/downloads'
import type { Context } from '../context.ts'
import type { Journal } from './journal.ts'
import type { LeftOut } from './left-out.ts'
import type { LinkAddress } from './link.ts'
import { isStale, lookAgain } from './look-again.ts'
import type { Meter } from './meter.ts'
import { wholeCrc } from './pieces.ts'
import { partOf, type Targets } from './targets.ts'

export type Needs = {
  context: Context
  journal: Journal
  targets: Targets
  signal: AbortSignal
  meter: Meter
  /** Where the bytes of a file are at the moment. */
  urlOf(file: PublicFile): Promise<string>
  /** It cannot be had, or not whole; the others still come. */
  leaveOut(file: PublicFile, why: LeftOut): void
  /** It is another one than when it was begun, or came damaged among others or in pieces: once more. */
  again(file: PublicFile, why: 'changed' | 'damaged'): void
}
/** Of a link, whose small files come together. */
export type ZipNeeds = Needs & { link: LinkAddress; dl: string }
export type Placed = {
  file: PublicFile
  target: string
  /** Its FILE.part is there. */
  isKnown: boolean
}

/** Its bytes are flushed before a journal says that they are there, where losing them would cost much; else see look-again.ts. */
export const flushFromBytes = 1024 * 1024

export class Damaged extends Error {
  override name = 'Damaged'
}

/** What nobody knows of is somebody else's. */
export const openPart = ({ targets }: Pick<Needs, 'targets'>, { target, isKnown }: Placed): Promise<FileHandle> =>
  open(partOf(targets.placeOf(target)), isKnown ? 'r+' : 'wx+')

export async function writeAll(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten
}

/** Where it was before, or a place of its own. */
export async function placeFile(needs: Needs, file: PublicFile, names: readonly string[]): Promise<Placed> {
  const { journal, targets } = needs
  const found = await lookAgain(needs, file)
  const old = journal.file(file.fileId)
  // Received of a sender who changed it before all was sent: it stays until what it is now takes its place.
  const replaced = old && !found && (await isStale(needs, file)) ? old.target : null
  if (old && !found && !replaced) targets.release(old.target)
  const target = found ?? replaced ?? targets.forFile(names)
  if (found === null) journal.place(file.fileId, target, null)
  return { file, target, isKnown: found !== null }
}

/** Nothing of it counts any more. */
export async function beginAnew({ journal, targets, meter }: Needs, placed: Placed): Promise<void> {
  const { file, target } = placed
  await rm(partOf(targets.placeOf(target)), { force: true })
  placed.isKnown = false
  journal.place(file.fileId, target, null)
  meter.has(file, 0)
}

/** Nothing of it stays behind, unless it may be gone on with. */
export async function leaveOut(needs: Needs, placed: Placed, why: LeftOut): Promise<void> {
  const { file } = placed
  const maySoon = why === 'fileUnreadable' && needs.journal.file(file.fileId)!.pieces.length > 0
  if (!maySoon) await beginAnew(needs, placed)
  needs.leaveOut(file, why)
}

/** Of a file that still arrives no view tells the sum, but its ETag does, which is its id and its sum. */
function sumIn(etag: string | null, { fileId }: PublicFile): number | null {
  const [, sum] = etag?.startsWith(`"f${fileId}-`) ? (/-([0-9a-z]+)"$/.exec(etag) ?? []) : []
  return sum === undefined ? null : Number.parseInt(sum, 36)
}

/**
 * Checked against what the server says of it, flushed, closed, named; its date is the sender's. Throws Damaged, and then nothing of it is
 * left. `told`: what a zip says of it.
 */
export async function finish(needs: Needs, placed: Placed, handle: FileHandle, expectedCrc: number | null = null): Promise<void> {
  const { journal, targets, context } = needs
  const { file, target } = placed
  const place = targets.placeOf(target)
  const { pieces, etag } = journal.file(file.fileId)!
  const crc = wholeCrc(pieces, file.size)
  const sum = file.crc32 ?? expectedCrc ?? sumIn(etag, file)
  const isWhole = crc !== null && (sum === null || crc === sum)
  try {
    // Of an earlier run, when it was longer.
    if (isWhole && placed.isKnown) await handle.truncate(file.size)
    if (isWhole && file.size >= flushFromBytes) await handle.sync()
    if (isWhole && file.lastModified !== null) await handle.utimes(new Date(), new Date(file.lastModified)).catch(() => {})
  } finally {
    await handle.close()
  }
  if (!isWhole) {
    await beginAnew(needs, placed)
    throw new Damaged()
  }
  await rename(partOf(place), place)
  journal.done(file.fileId)
  context.show.event('file', { path: file.path, size: file.size, to: place })
}
