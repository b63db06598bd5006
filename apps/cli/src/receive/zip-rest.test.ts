import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { expect, test } from 'vitest'
import { zipOf } from '../testing/fake-link.ts'
import { newFolder } from '../testing/fake-server.ts'
import { type Journal, openJournal } from './journal.ts'
import { bytesOf } from './pieces.ts'
import { createZipReader } from './zip-entries.ts'
import { restOf } from './zip-rest.ts'

const files = ['one', '', 'the third one'].map((text, place) => ({ path: `${place}.txt`, bytes: Buffer.from(text) }))
const zip = zipOf(files)
const fileIds = files.map(({ path }) => path)
const all = files.map(({ path, bytes }) => ({ fileId: path, path, size: bytes.length, lastModified: null }))
const isDone = (journal: Journal, { fileId }: PublicFile) => journal.file(fileId)!.isDone

/** As a run takes it; `texts` are the files on its disk. */
function takerOf(journal: Journal, wanted: readonly PublicFile[], texts: Map<string, string>) {
  const idOf = (index: number) => wanted[index]!.fileId
  return {
    async begin(index: number, inZip: { zipAt: number; told: number }) {
      texts.set(idOf(index), '')
      journal.place(idOf(index), idOf(index), null)
      journal.setInZip(idOf(index), inZip)
    },
    async bytes(index: number, bytes: Buffer) {
      const from = bytesOf(journal.file(idOf(index))!.pieces)
      texts.set(idOf(index), texts.get(idOf(index)) + bytes.toString())
      journal.add(idOf(index), { from, to: from + bytes.length, crc: crc32(bytes) })
    },
    async end(index: number, expectedCrc: number) {
      expect(crc32(texts.get(idOf(index))!)).toBe(expectedCrc)
      journal.done(idOf(index))
    },
  }
}

test('O7 D5 a zip that ended at any of its bytes goes on there, or at the header that had begun', async () => {
  const lastFileEnds = zip.indexOf('the third one') + 'the third one'.length
  for (let cutAt = 1; cutAt < lastFileEnds; cutAt++) {
    const [journal, texts] = [openJournal(join(newFolder(), 'journal.jsonl')), new Map<string, string>()]
    journal.setZip({ selection: 's', etag: null, size: zip.length, fileIds })
    for (const fileId of fileIds) journal.place(fileId, fileId, null)
    await createZipReader([3, 0, 13], takerOf(journal, all, texts)).write(zip.subarray(0, cutAt))
    const left = all.filter((one) => !isDone(journal, one))
    const rest = restOf({ journal }, left)
    const from = rest?.from ?? 0
    expect([from <= cutAt, cutAt - from < 40]).toEqual([true, true])
    const sizes = left.map(({ size }) => size)
    await createZipReader(sizes, takerOf(journal, left, texts), rest ?? undefined).write(zip.subarray(from))
    expect(fileIds.map((fileId) => texts.get(fileId))).toEqual(files.map(({ bytes }) => bytes.toString()))
    // Not the rest of it: something that was there is wanted again, or something is not wanted any more.
    expect([restOf({ journal }, all), restOf({ journal }, all.slice(1, 2))]).toEqual([null, null])
    journal.close()
  }
})
