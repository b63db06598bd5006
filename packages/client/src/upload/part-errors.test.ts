import { parts } from '@sampan/contract/limits'
import { expect, test } from 'vitest'
import { lockedFile, someBytes, sourceFile, until, uploadTest } from '../testing/uploads.ts'
import { blobCrc } from './blob-crc.ts'
import type { PartSender } from './send-part.ts'
import type { UploadSnapshot } from './upload.ts'

const KiB = 1024
const MiB = 1024 * KiB
const size = ({ from, to }: { from: number; to: number }) => to - from

test('U1 a part that fails is sent in 512 KB after the 3rd try and in 256 KB after the 5th', async () => {
  const { server, start } = await uploadTest({
    onPart: (part) => (part.from === 0 && size(part) > 256 * KiB ? 'internal' : null),
  })
  const bytes = someBytes(1 * MiB)
  await start([sourceFile('a', bytes)]).done
  const tries = server.sent.filter(({ from }) => from === 0).map(size)
  expect(tries).toEqual([MiB, MiB, MiB, 512 * KiB, 512 * KiB, 256 * KiB])
  expect(server.has('a', bytes)).toBe(true)
})

test('U2 12 attempts, a second of waiting from the 4th, then the end', async () => {
  const { server, start, clock } = await uploadTest({ onPart: () => 'internal' })
  const upload = start([sourceFile('a', someBytes(100))])
  await expect(upload.done).rejects.toMatchObject({ code: 'internal' })
  expect(server.sent).toHaveLength(12)
  expect(clock.slept).toEqual(Array(9).fill(1000))
})

test('U2 four parts at once, then three, then two as errors repeat', async () => {
  const concurrency: number[] = []
  let active = 0
  // Answers come in the order of the parts, so that each start tells how many were allowed by then.
  const sendPart: PartSender = async () => {
    const count = concurrency.push(++active)
    await new Promise(setImmediate)
    active--
    return { status: count > 4 && count <= 14 ? 500 : 204, text: '', header: () => null }
  }
  const { start } = await uploadTest()
  await start([sourceFile('a', someBytes(30 * MiB))], { sendPart }).done
  expect(concurrency.slice(0, 4)).toEqual([1, 2, 3, 4])
  expect(concurrency.slice(8, 10)).toEqual([4, 4])
  expect(Math.max(...concurrency.slice(10, 11))).toBe(3)
  expect(Math.max(...concurrency.slice(11, 14))).toBe(2)
})

test('U2 90 s without progress count as an error', async () => {
  const { server, start, clock } = await uploadTest({ onPart: (_, count) => (count === 1 ? 'stall' : null) })
  const bytes = someBytes(1000)
  const upload = start([sourceFile('a', bytes)])
  await expect.poll(() => server.sent.length).toBe(1)
  await expect.poll(() => upload.fileSentBytes('a')).toBe(1000)
  clock.advance(parts.stalledMs - 1)
  expect(server.sent).toHaveLength(1)
  clock.advance(1)
  await upload.done
  expect(server.sent).toHaveLength(2)
})

test('U3 a slow network is warned of at attempts 3 and 10, and no longer once it works', async () => {
  const { start } = await uploadTest({ onPart: (_, count) => (count <= 10 ? 'partIncomplete' : null) })
  const upload = start([sourceFile('a', someBytes(100))])
  const warnings: UploadSnapshot['warning'][] = []
  upload.subscribe(() => warnings.push(upload.snapshot().warning))
  await upload.done
  expect(warnings.filter((warning) => warning === 'slowNetwork')).toHaveLength(2)
  expect(upload.snapshot().warning).toBeNull()
})

test('U3 after 12 attempts the error tells name, message, file index, part and the last request', async () => {
  const { server, start } = await uploadTest({ onPart: ({ blob }) => (blob === 1 ? 'partDamaged' : null) })
  const upload = start([sourceFile('a', someBytes(100)), sourceFile('b', someBytes(8 * MiB))])
  const { error } = await until(upload, ({ phase }) => phase === 'failed')
  expect(error).toMatchObject({ code: 'partDamaged' })
  expect(error?.details).toMatchObject({
    name: 'Problem',
    message: 'partDamaged',
    fileIndex: 1,
    path: 'b',
    part: { blobId: upload.plan()?.blobs[1]?.blobId, from: expect.any(Number), to: expect.any(Number) },
    requestId: expect.stringMatching(/^r\d+$/),
  })
  const { from } = error!.details.part as { from: number }
  expect(server.sent.filter((part) => part.blob === 1 && part.from === from)).toHaveLength(12)
})

test('U3 a file that cannot be read is named, also when it shares its part with others', async () => {
  const { server, start } = await uploadTest()
  const files = [sourceFile('a', someBytes(100)), lockedFile('dir/locked.docx', 50), sourceFile('c', someBytes(100))]
  const crc = async (slice: Blob) => {
    // `new Blob` cannot hold the stand-in for a locked file, so its text is looked for instead.
    if ((await slice.text()).includes('[object Object]')) throw new DOMException('in use', 'NotReadableError')
    return { crc32: '00000000', segments: '00000000', bytes: slice }
  }
  const upload = start(files, { crc })
  const warned = await until(upload, ({ warning }) => warning !== null)
  expect(warned).toMatchObject({ warning: 'fileLocked', lockedFile: 'dir/locked.docx' })
  const { error } = await until(upload, ({ phase }) => phase === 'failed')
  expect(error?.details).toMatchObject({ name: 'NotReadableError', message: 'in use', fileIndex: 1, path: 'dir/locked.docx' })
  expect(server.sent).toHaveLength(0)
})

test('Q21 U3 before Send a file that is in use waits in nobody’s way: all others arrive, and it does too once it can be read', async () => {
  const { server, start, clock } = await uploadTest()
  const [wakers, other, locked] = [[] as (() => void)[], someBytes(9 * MiB, 2), someBytes(40 * MiB)]
  let isLocked = true
  const sleep = async (milliseconds: number, signal?: AbortSignal) => {
    if (milliseconds >= 30_000) await new Promise<void>((resolve) => wakers.push(resolve))
    return clock.sleep(milliseconds, signal)
  }
  const lockedBlob = new Blob([locked])
  const slices = new WeakSet<Blob>()
  const slice = (from: number, to: number) => {
    const cut = lockedBlob.slice(from, to)
    slices.add(cut)
    return cut
  }
  const file = { path: 'locked.bin', size: locked.length, blob: { size: locked.length, slice } as unknown as Blob }
  const crc = async (cut: Blob) => {
    if (isLocked && slices.has(cut)) throw new DOMException('in use', 'NotReadableError')
    return blobCrc(cut)
  }
  const upload = start([file, sourceFile('b', other)], { isOpen: true, crc, clock: { ...clock, sleep } })
  await expect.poll(() => server.has('b', other)).toBe(true)
  expect(upload.snapshot().phase).not.toBe('failed')
  isLocked = false
  upload.seal()
  for (const wake of wakers) wake()
  await upload.done
  expect(server.has('locked.bin', locked)).toBe(true)
})

test('U3 an error that repeating cannot heal ends the upload at once', async () => {
  const { server, start } = await uploadTest({ onPart: () => 'accountSuspended' })
  await expect(start([sourceFile('a', someBytes(100))]).done).rejects.toMatchObject({ code: 'accountSuspended' })
  expect(server.sent).toHaveLength(1)
})

test('R02 a part whose answer was lost is sent again and nothing is doubled or missed', async () => {
  const { server, start } = await uploadTest({ onPart: (_, count) => (count === 2 ? 'lost' : null) })
  const bytes = someBytes(9 * MiB)
  await start([sourceFile('a', bytes)]).done
  expect(server.has('a', bytes)).toBe(true)
})

test('U1 smaller parts over one that was stored after all drop what is there', async () => {
  // Three tries fail, but the third was stored: the smaller fourth overlaps it.
  const { server, start } = await uploadTest({
    onPart: ({ from }, count) => (from === 0 && count <= 2 ? 'internal' : from === 0 && count === 3 ? 'lost' : null),
  })
  const bytes = someBytes(1 * MiB)
  await start([sourceFile('a', bytes)]).done
  expect(server.sent.slice(0, 4).map(size)).toEqual([MiB, MiB, MiB, 512 * KiB])
  expect(server.sent.length).toBeLessThanOrEqual(5)
  expect(server.has('a', bytes)).toBe(true)
})

test('an upload that was completed by a part whose answer was lost is complete', async () => {
  const { server, start } = await uploadTest({ onPart: (_, count) => (count === 1 ? 'lost' : 'uploadClosed') })
  server.complete()
  const upload = start([sourceFile('a', someBytes(100))])
  await upload.done
  expect(upload.snapshot()).toMatchObject({ phase: 'complete', sentBytes: 100 })
})

test('a proxy that refuses large bodies gets smaller ones from then on', async () => {
  const { server, start } = await uploadTest({ onPart: (part) => (size(part) > 300 * KiB ? 'bodyTooLarge' : null) })
  const bytes = someBytes(12 * MiB)
  await start([sourceFile('a', bytes)]).done
  expect(server.sent.filter((part) => size(part) > 300 * KiB).length).toBeLessThan(12)
  expect(server.has('a', bytes)).toBe(true)
})
