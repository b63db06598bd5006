/** The next part is read while others are sent. */
import { expect, test } from 'vitest'
import { someBytes, sourceFile, uploadTest } from '../testing/uploads.ts'
import { blobCrc, type Crc } from './blob-crc.ts'
import type { PartSender } from './send-part.ts'
import { sendPartByFetch } from './send-part-fetch.ts'

const MiB = 1024 * 1024

/** A checksum beside the page, and a line on which every part waits to be let through. */
function watchedLine() {
  const counts = { read: 0, sending: 0, maxSending: 0 }
  const waiting: (() => void)[] = []
  let waiters: (() => void)[] = []
  const wake = () => {
    for (const one of waiters) one()
    waiters = []
  }
  const crc: Crc = async (slice) => {
    const { crc32, segments } = await blobCrc(slice)
    counts.read++
    wake()
    return { crc32, segments, bytes: slice }
  }
  const sendPart: PartSender = async (request) => {
    counts.maxSending = Math.max(counts.maxSending, ++counts.sending)
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      wake()
    })
    return sendPartByFetch(request).finally(() => counts.sending--)
  }
  /** Resolves once the counts are as wanted; a change is told, so that no time has to be waited. */
  async function when(isWanted: () => boolean): Promise<void> {
    while (!isWanted()) await new Promise<void>((resolve) => waiters.push(resolve))
  }
  return { counts, crc, sendPart, waiting, when }
}

test('U2 U9 four parts are sent and a fifth is read meanwhile; it leaves when one of them has arrived', async () => {
  const { start, server } = await uploadTest()
  const { counts, crc, sendPart, waiting, when } = watchedLine()
  crc.isAside = true
  const bytes = someBytes(9 * MiB)
  const upload = start([sourceFile('a', bytes)], { crc, sendPart, connection: '4g' })
  await when(() => waiting.length === 4 && counts.read === 5)
  expect(counts.sending).toBe(4)
  waiting.shift()!()
  await when(() => waiting.length === 4 && counts.read === 6)
  for (;;) {
    waiting.shift()?.()
    if (upload.snapshot().phase === 'complete') break
    await Promise.race([upload.done, when(() => waiting.length > 0)])
  }
  expect(counts.maxSending).toBe(4)
  expect(server.has('a', bytes)).toBe(true)
})

test('U9 where reading holds the bytes, none are read ahead', async () => {
  const { start } = await uploadTest()
  const { counts, crc, sendPart, waiting, when } = watchedLine()
  start([sourceFile('a', someBytes(9 * MiB))], { crc, sendPart, connection: '4g' })
  await when(() => waiting.length === 4)
  expect(counts.read).toBe(4)
})

test('U9 a part that waits for its turn is given back when the upload pauses, and sent later', async () => {
  const { start, server } = await uploadTest()
  const { counts, crc, sendPart, waiting, when } = watchedLine()
  crc.isAside = true
  const bytes = someBytes(9 * MiB)
  const upload = start([sourceFile('a', bytes)], { crc, sendPart, connection: '4g' })
  await when(() => waiting.length === 4 && counts.read === 5)
  upload.pause()
  for (const letGo of waiting.splice(0)) letGo()
  upload.resume()
  while (upload.snapshot().phase !== 'complete') {
    waiting.shift()?.()
    await Promise.race([upload.done, when(() => waiting.length > 0)])
  }
  expect(server.has('a', bytes)).toBe(true)
})
