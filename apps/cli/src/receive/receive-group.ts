/** Many files as one zip over the line, each into its own place as it comes: a damaged one costs no other. */
import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { Problem } from '@sampan/contract/errors'
import { createRetries } from '../with-retries.ts'
import { type Refused, refusedIn, select, zipUrl } from './chosen-zip.ts'
import { FileChanged, fetchRange } from './fetch-range.ts'
import type { Piece, Zip } from './journal.ts'
import { refusalOf } from './left-out.ts'
import {
  beginAnew,
  Damaged,
  finish,
  flushFromBytes,
  leaveOut,
  openPart,
  type Placed,
  writeAll,
  type ZipNeeds,
} from './part-file.ts'
import { bytesOf } from './pieces.ts'
import { createZipReader, type EntryTaker, ZipUnexpected } from './zip-entries.ts'
import { type Rest, restOf } from './zip-rest.ts'

/** Of a large file so much at most comes twice after a crash. */
const notedBytes = 16 * 1024 * 1024

type Taker = EntryTaker & {
  /** The entry whose bytes come next. */
  next(): number
  /** In the middle of the first entry. */
  goOn(): Promise<void>
  close(): Promise<void>
}

function takerOf(needs: ZipNeeds, placed: readonly Placed[], isLimited: boolean): Taker {
  const { journal, meter } = needs
  let [handle, of] = [null as FileHandle | null, null as Placed | null]
  let piece: Piece = { from: 0, to: 0, crc: 0 }
  let ended = 0

  async function note(): Promise<void> {
    if (!handle || !of || piece.to === piece.from) return
    if (piece.to - piece.from >= flushFromBytes) await handle.datasync()
    journal.add(of.file.fileId, piece)
    piece = { from: piece.to, to: piece.to, crc: 0 }
  }
  async function close(): Promise<void> {
    try {
      await note()
    } finally {
      await handle?.close()
      handle = null
    }
  }
  return {
    async goOn() {
      of = placed[0]!
      const have = bytesOf(journal.file(of.file.fileId)!.pieces)
      handle = await openPart(needs, of)
      piece = { from: have, to: have, crc: 0 }
      meter.has(of.file, have)
    },
    async begin(index, inZip) {
      of = placed[index]!
      if (journal.file(of.file.fileId)!.pieces.length > 0) await beginAnew(needs, of)
      handle = await openPart(needs, of)
      of.isKnown = true
      if (isLimited) journal.setInZip(of.file.fileId, inZip)
      piece = { from: 0, to: 0, crc: 0 }
    },
    async bytes(_, bytes) {
      await writeAll(handle!, bytes, piece.to)
      piece = { from: piece.from, to: piece.to + bytes.length, crc: crc32(bytes, piece.crc) }
      meter.add(of!.file, bytes.length)
      if (piece.to - piece.from >= notedBytes) await note()
    },
    async end(index, expectedCrc) {
      await note()
      const [one, opened] = [placed[index]!, handle!]
      handle = null
      ended = index + 1
      await finish(needs, one, opened, expectedCrc).catch((error) => {
        if (!(error instanceof Damaged)) throw error
        needs.again(one.file, 'damaged')
      })
    },
    next: () => ended,
    close,
  }
}

type Fetching = { placed: readonly Placed[]; taker: Taker; rest: Rest | null; isLimited: boolean }

/** The zip of these files; asked for anew where the line broke. All of it is read, so that the server counts it as one download. */
async function fetchZip(needs: ZipNeeds, { placed, taker, rest, isLimited }: Fetching): Promise<void> {
  const { context, journal, signal } = needs
  const { net, userAgent } = context
  const selection = rest?.selection ?? (await select(needs, placed))
  const url = zipUrl(needs, selection)
  const reader = createZipReader(
    placed.map(({ file }) => file.size),
    taker,
    rest ?? undefined,
  )
  const retrying = createRetries(context, signal)
  let { from, size, etag } = rest ?? { from: 0, size: null as number | null, etag: null as string | null }
  if (rest?.entry) await taker.goOn()
  while (size === null || from < size) {
    const onHead = (head: Pick<Zip, 'etag' | 'size'>) => {
      if (size === null && isLimited) journal.setZip({ selection, ...head, fileIds: placed.map(({ file }) => file.fileId) })
    }
    const take = { write: reader.write, onHead, onBytes: () => retrying.moved() }
    const got = await fetchRange({ net, url, userAgent, from, to: null, size, etag, signal, ...take })
    from = got.piece.to
    size = got.size
    etag = got.etag
    if (got.error !== null) await retrying.wait(got.error)
  }
  if (isLimited) journal.setZip(null)
}

const isOther = (error: unknown): boolean =>
  error instanceof FileChanged ||
  error instanceof ZipUnexpected ||
  (error instanceof Problem && error.code === 'selectionUnknown')

/**
 * A zip is refused whole for one file in it: who asks for halves finds that one, and gets the others. Of a limited link halves would count
 * as two: the refused ones are looked for first, and the others come as one.
 */
export async function receiveGroup(needs: ZipNeeds, placed: readonly Placed[], isLimited: boolean): Promise<void> {
  const taker = takerOf(needs, placed, isLimited)
  const rest = isLimited
    ? restOf(
        needs,
        placed.map(({ file }) => file),
      )
    : null
  try {
    await fetchZip(needs, { placed, taker, rest, isLimited })
  } catch (error) {
    await taker.close()
    const refusal = refusalOf(error)
    if (!refusal && !isOther(error)) throw error
    needs.journal.setZip(null)
    const left = placed.filter(({ file }) => !needs.journal.file(file.fileId)!.isDone)
    // Only what follows the last of them did not come.
    if (left.length === 0) return
    // What is refused of it may be one that is here already.
    if (rest) await receiveGroup(needs, left, isLimited)
    else if (!refusal) for (const { file } of left) needs.again(file, 'changed')
    else if (left.length === 1) await leaveOut(needs, left[0]!, refusal)
    else if (isLimited) await withoutRefused(needs, left, { one: placed[taker.next()] ?? left[0]!, why: refusal })
    else await inHalves(needs, left)
  } finally {
    await taker.close()
  }
}

async function inHalves(needs: ZipNeeds, placed: readonly Placed[]): Promise<void> {
  const middle = Math.ceil(placed.length / 2)
  for (const half of [placed.slice(0, middle), placed.slice(middle)]) if (half.length > 0) await receiveGroup(needs, half, false)
}

/** `brokeAt`: what cannot be read is found only by reading it. */
async function withoutRefused(needs: ZipNeeds, placed: readonly Placed[], brokeAt: Refused): Promise<void> {
  const found = await refusedIn(needs, placed)
  const refused = found.length > 0 ? found : [brokeAt]
  for (const { one, why } of refused) await leaveOut(needs, one, why)
  const rest = placed.filter((one) => refused.every((other) => other.one !== one))
  if (rest.length > 0) await receiveGroup(needs, rest, true)
}
