/**
 * Files that the operator has here (O9): stored part by part, sealed, counted and made whole as those that browsers send, but begun by
 * nobody's call and beyond what a plan allows.
 */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { parts } from '@sampan/contract/limits'
import { totalBytes } from '@sampan/contract/rules/file-set'
import { keptSeconds } from '@sampan/contract/rules/kept-upload'
import { unwrapDek } from '../../adapters/keys/keys.ts'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { insertFiles } from '../content/index.ts'
import { lockOwner, reserve } from '../owners/index.ts'
import { releaseUpload } from './change-upload.ts'
import { newSlug } from './create-upload.ts'
import { PieceCrcs, pieceLengths } from './piece-crcs.ts'
import { layOut, type NewFile } from './plan-upload.ts'
import * as queries from './queries.ts'
import { broughtBefore, lockBrought } from './queries-brought.ts'
import { takePlaces } from './queries-parts.ts'
import { makePartRecorder } from './record-parts.ts'
import { checkSpaceForPart } from './share-disk.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'config' | 'masterKeys' | 'storage'>
/** `requestKey`: what a broken off try of the same is known by. */
export type ToBring = { ownerId: string; purpose: string; requestKey: string; files: readonly NewFile[] }
export type Begun = { uploadId: string; slug: string }
/** Bytes [from, to) of the n-th file. */
type OpenFile = (index: number, from: number, to: number) => Readable

/** No browser has this: what is brought opens for nobody until it is whole. */
const nobodysBrowser = 'brought'

/** Throws where the owner is gone. What a try before has left is given up. */
export const beginBrought = (needs: Needs, { files, ...given }: ToBring): Promise<Begun> =>
  inTransaction(needs.db, async (tx) => {
    await lockBrought(tx, given.requestKey)
    for (const { id } of await broughtBefore(tx, nobodysBrowser, given.requestKey)) await releaseUpload(tx, id)
    const now = needs.clock()
    await lockOwner(tx, given.ownerId)
    const declaredBytes = totalBytes(files)
    await reserve(tx, given.ownerId, declaredBytes)
    const kept = { purposeId: null, isVerified: true, receivedBytes: 0, declaredBytes }
    const { id: uploadId, slug } = await queries.insertUpload(tx, {
      ...given,
      id: randomUUID(),
      slug: await newSlug(tx),
      // Of a purpose’s own: it is among nobody’s unfinished uploads.
      purposeId: randomUUID(),
      browserHash: nobodysBrowser,
      networkKey: '',
      isVerified: true,
      connection: '4g',
      declaredBytes,
      expiresAt: addSeconds(now, keptSeconds(kept)),
      createdAt: now,
    })
    await insertFiles(tx, layOut(uploadId, files, needs.masterKeys))
    return { uploadId, slug }
  })

/** What was begun and did not become whole gives its space and quota back at once. */
export const giveUpBrought = ({ db }: Pick<Services, 'db'>, uploadId: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const upload = await queries.lockUpload(tx, { id: uploadId })
    if (upload?.state === 'open') await releaseUpload(tx, uploadId)
  })

/** All bytes of it; then completeUpload makes it whole. Throws where a file gives fewer or more bytes than it was said to have. */
export async function writeBrought(needs: Needs, uploadId: string, open: OpenFile): Promise<void> {
  const record = makePartRecorder(needs)
  const files = await queries.liveFilesOf(needs.db, uploadId)
  for (const { id: blobId, size, wrappedKey } of await queries.blobsOf(needs.db, uploadId)) {
    const key = { blobId, dek: unwrapDek(needs.masterKeys, blobId, wrappedKey) }
    const within = files.filter((file) => file.blobId === blobId)
    const starts = within.map(({ offset }) => offset).sort((a, b) => a - b)
    for (let offset = 0; offset < size; offset += parts.inFlightBytes) {
      await checkSpaceForPart(needs)
      const length = Math.min(parts.inFlightBytes, size - offset)
      const [accepted] = await takePlaces(needs.db, 1)
      const crcs = new PieceCrcs(pieceLengths(starts, offset, length))
      const source = Readable.from(bytesOf(within, offset, offset + length, open), { objectMode: false })
      const place = await needs.storage.writeAttempt(key, offset, length, source, (chunk) => crcs.update(chunk))
      const part = { uploadId, blobId, offset, length, place, accepted: accepted! }
      const { verdict } = await record({ ...part, crc32: crcs.whole(), pieceCrcs: crcs.bytes() })
      if (verdict !== 'new')
        throw verdict instanceof Error ? verdict : new Error(`A part is ${verdict} although nobody else writes`)
    }
  }
}

/** Of a blob, as its files have them one after the other. */
async function* bytesOf(files: readonly queries.FileRow[], from: number, to: number, open: OpenFile): AsyncGenerator<Buffer> {
  const inOrder = [...files].sort((a, b) => a.offset - b.offset)
  for (const { position, offset, size } of inOrder) {
    const [begin, end] = [Math.max(from, offset), Math.min(to, offset + size)]
    if (begin < end) yield* open(position, begin - offset, end - offset)
  }
}
