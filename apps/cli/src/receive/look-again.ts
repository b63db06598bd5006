/** What a journal noted down, looked at again: a machine that lost power may have kept the note and not the bytes. */
import { existsSync } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { PublicFile } from '@sampan/contract/routes/downloads'
import type { Journal, Piece } from './journal.ts'
import { bytesOf, wholeCrc } from './pieces.ts'
import { partOf, type Targets } from './targets.ts'

type Noted = { journal: Journal; targets: Targets }

/** Whether a file that was finished still is, and still is what the server has. */
export async function isStillThere(noted: Noted & { signal: AbortSignal }, file: PublicFile): Promise<boolean> {
  const { journal, targets } = noted
  const state = journal.file(file.fileId)
  if (!state) return false
  const crc = wholeCrc(state.pieces, file.size)
  if (crc === null || (file.crc32 !== undefined && crc !== file.crc32)) return false
  if (!state.isDone) return wasNamed(noted, file)
  try {
    const found = await lstat(targets.placeOf(state.target))
    return found.isFile() && found.size === file.size
  } catch {
    return false
  }
}

/** A process that was killed between naming a file and noting that down: its bytes are read, so that it is no other one of that name. */
async function wasNamed(noted: Noted & { signal: AbortSignal }, file: PublicFile): Promise<boolean> {
  const { target, pieces } = noted.journal.file(file.fileId)!
  const place = noted.targets.placeOf(target)
  if (existsSync(partOf(place)) || !(await holdsAll(place, pieces, noted.signal))) return false
  noted.journal.done(file.fileId)
  return true
}

/** Whether a file is these pieces, and nothing more. */
async function holdsAll(place: string, pieces: readonly Piece[], signal: AbortSignal): Promise<boolean> {
  const handle = await open(place, 'r').catch(() => null)
  if (!handle) return false
  try {
    const { size } = await handle.stat()
    return size === bytesOf(pieces) && (await intactOf(handle, pieces, signal)).length === pieces.length
  } finally {
    await handle.close()
  }
}

const chunkBytes = 1024 * 1024

async function isIntact(handle: FileHandle, { from, to, crc }: Piece, chunk: Buffer, signal: AbortSignal): Promise<boolean> {
  let sum = 0
  for (let at = from; at < to; ) {
    signal.throwIfAborted()
    const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, to - at), at)
    if (bytesRead === 0) return false
    sum = crc32(chunk.subarray(0, bytesRead), sum)
    at += bytesRead
  }
  return sum === crc
}

async function intactOf(handle: FileHandle, pieces: readonly Piece[], signal: AbortSignal): Promise<Piece[]> {
  const chunk = Buffer.allocUnsafe(chunkBytes)
  const intact: Piece[] = []
  for (const piece of pieces) if (await isIntact(handle, piece, chunk, signal)) intact.push(piece)
  return intact
}

async function openNoted({ targets }: Noted, target: string): Promise<FileHandle | null> {
  try {
    return await open(partOf(targets.placeOf(target)), 'r')
  } catch {
    // Gone, moved away by somebody, or a link lies in its way now.
    return null
  }
}

/** Where a file is whose FILE.part is there; the journal keeps those of its pieces that are in it as they came. */
export async function lookAgain(noted: Noted & { signal: AbortSignal }, file: PublicFile): Promise<string | null> {
  const { journal, signal } = noted
  const state = journal.file(file.fileId)
  if (!state || state.isDone) return null
  const handle = await openNoted(noted, state.target)
  if (!handle) return null
  try {
    const { target, etag, pieces } = state
    const intact = await intactOf(handle, pieces, signal)
    if (intact.length < pieces.length) {
      journal.place(file.fileId, target, etag)
      for (const piece of intact) journal.add(file.fileId, piece)
    }
    return target
  } finally {
    await handle.close()
  }
}

/**
 * Whether a file that was finished is at its place as it came, and the server has another one now, to which that place belongs: what
 * somebody has worked on since is not ours, and neither is a FILE.part that nobody knows of.
 */
export async function isStale({ journal, targets, signal }: Noted & { signal: AbortSignal }, file: PublicFile): Promise<boolean> {
  const { target, isDone, pieces, replaces } = journal.file(file.fileId)!
  const came = isDone ? pieces : replaces
  if (file.crc32 === undefined || came.length === 0 || wholeCrc(came, file.size) === file.crc32) return false
  const place = targets.placeOf(target)
  return !existsSync(partOf(place)) && holdsAll(place, came, signal)
}
