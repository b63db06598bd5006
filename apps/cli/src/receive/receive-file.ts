/** One file: its ranges into FILE.part, several at once; then it is checked and gets its name. */
import type { FileHandle } from 'node:fs/promises'
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { createRetries } from '../with-retries.ts'
import { FileChanged, fetchRange } from './fetch-range.ts'
import type { Journal } from './journal.ts'
import { refusalOf } from './left-out.ts'
import {
  beginAnew,
  Damaged,
  finish,
  flushFromBytes,
  leaveOut,
  type Needs,
  openPart,
  type Placed,
  placeFile,
  writeAll,
} from './part-file.ts'
import { bytesOf, missing } from './pieces.ts'

type Part = ReturnType<typeof sharedHandle>
/** Opens with the first range, closes with the last. */
function sharedHandle(needs: Needs, placed: Placed) {
  let [opened, users] = [null as Promise<FileHandle> | null, 0]
  let isMade = placed.isKnown
  return {
    async use<T>(work: (handle: FileHandle) => Promise<T>): Promise<T> {
      users++
      opened ??= openPart(needs, { ...placed, isKnown: isMade })
      try {
        const handle = await opened
        isMade = true
        return await work(handle)
      } finally {
        if (--users === 0) {
          const closing = opened
          opened = null
          await closing?.then((handle) => handle.close()).catch(() => {})
        }
      }
    },
  }
}

/** The first ranges of a file are asked for at once, none of them knowing the other's answer. */
function noteEtag(journal: Journal, fileId: string, etag: string | null): void {
  const known = journal.file(fileId)!.etag
  if (etag === null || etag === known) return
  if (known !== null) throw new FileChanged()
  journal.setEtag(fileId, etag)
}

/** Asks until the range is there, until the timeout; every piece that comes is noted down. */
async function receiveRange(needs: Needs, file: PublicFile, handle: FileHandle, [start, to]: [number, number]): Promise<void> {
  const { context, journal, signal, meter, urlOf } = needs
  const { net, userAgent } = context
  const retrying = createRetries(context, signal)
  // A file without bytes is asked for as well: else its sender would never hear that it was downloaded.
  let isDue = file.size === 0
  for (let from = start; from < to || isDue; ) {
    const { etag } = journal.file(file.fileId)!
    const write = (bytes: Buffer, at: number) => writeAll(handle, bytes, at)
    const onBytes = (bytes: number) => {
      retrying.moved()
      meter.add(file, bytes)
    }
    const got = await fetchRange({
      net,
      url: await urlOf(file),
      userAgent,
      from,
      to,
      size: file.size,
      etag,
      signal,
      write,
      onBytes,
    })
    noteEtag(journal, file.fileId, got.etag)
    isDue &&= got.error !== null
    if (got.piece.to > got.piece.from) {
      if (got.piece.to - got.piece.from >= flushFromBytes) await handle.datasync()
      journal.add(file.fileId, got.piece)
      from = got.piece.to
    }
    if (got.error !== null) await retrying.wait(got.error)
  }
}

/** Places the file and says what is left to be done for it: each to be run once, several at once if need be. */
export async function prepareFile(needs: Needs, file: PublicFile, names: readonly string[]): Promise<(() => Promise<void>)[]> {
  const placed = await placeFile(needs, file, names)
  const { pieces } = needs.journal.file(file.fileId)!
  needs.meter.has(file, bytesOf(pieces))
  const holes = missing(pieces, file.size)
  const part = sharedHandle(needs, placed)
  const isGoneOnWith = pieces.length > 0
  // A file without bytes, or with all of them there, still has to be finished.
  const wanted = holes.length > 0 ? holes : [[0, 0] as [number, number]]
  const stop = new AbortController()
  const own = { ...needs, signal: AbortSignal.any([needs.signal, stop.signal]) }
  let left = wanted.length
  const run = (hole: [number, number]) => async () => {
    if (!stop.signal.aborted) {
      await part
        .use((handle) => receiveRange(own, file, handle, hole))
        .catch((error) => {
          if (!(error instanceof FileChanged) && !refusalOf(error)) throw error
          stop.abort(stop.signal.reason ?? error)
        })
    }
    if (--left === 0) await settle({ needs, placed, part, isGoneOnWith }, stop.signal.reason)
  }
  return wanted.map(run)
}

/** `isGoneOnWith`: some of it was there before. */
type Settling = { needs: Needs; placed: Placed; part: Part; isGoneOnWith: boolean }

/** `reason`: what ended it, if anything did. */
async function settle({ needs, placed, part, isGoneOnWith }: Settling, reason: unknown): Promise<void> {
  const { file } = placed
  const refusal = refusalOf(reason)
  if (refusal) return leaveOut(needs, placed, refusal)
  if (reason instanceof FileChanged) {
    await beginAnew(needs, placed)
    return needs.again(file, 'changed')
  }
  await part
    .use((handle) => finish(needs, placed, handle))
    .catch((error) => {
      if (!(error instanceof Damaged)) throw error
      // Pieces of a zip carry no ETag: those of an earlier run may be of another file.
      if (isGoneOnWith) needs.again(file, 'damaged')
      else needs.leaveOut(file, 'damaged')
    })
}
