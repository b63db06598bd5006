import { uploadKeptSeconds } from '@sampan/contract/limits'
import { expect, test } from 'vitest'
import { someBytes, sourceFile, until, uploadTest } from '../testing/uploads.ts'
import { checkpointKey, isSameFiles, memoryCheckpoints } from './checkpoint.ts'
import type { SourceFile, UploadSnapshot } from './upload.ts'

const MiB = 1024 * 1024
const bytes = someBytes(9 * MiB)
const dated = (path: string, lastModified: number): SourceFile => ({ ...sourceFile(path, bytes), lastModified })

/** An upload of one file that was interrupted after three parts; the same server and store for what comes then. */
async function interrupted(file = dated('a', 5)) {
  const test = await uploadTest({ onPart: (_, count) => (count > 3 ? 'stall' : null) })
  const checkpoints = memoryCheckpoints()
  const first = test.start([file], { checkpoints })
  await expect.poll(() => test.server.sent.length).toBeGreaterThan(5)
  first.cancel()
  test.server.behaviour.onPart = () => null
  const before = test.server.sent.length
  const sentSince = () => test.server.sent.slice(before).reduce((sum, { from, to }) => sum + to - from, 0)
  return { ...test, checkpoints, sentSince, first }
}

test('U5 Q13 the same files find their upload again by themselves: resuming, and only the rest is sent', async () => {
  const { start, server, checkpoints, sentSince, first } = await interrupted()
  const upload = start([dated('a', 5)], { checkpoints })
  const seen: UploadSnapshot[] = [upload.snapshot()]
  upload.subscribe(() => seen.push(upload.snapshot()))
  const plan = await upload.done
  expect(plan.uploadId).toBe(first.plan()?.uploadId)
  expect(seen.map(({ phase }) => phase)).toContain('resuming')
  expect(upload.snapshot().resumedBytes).toBe(3 * MiB)
  expect(sentSince()).toBe(6 * MiB)
  expect(server.has('a', bytes)).toBe(true)
  // A reload between the last byte and publishing has nothing to send.
  await start([dated('a', 5)], { checkpoints }).done
  expect(sentSince()).toBe(6 * MiB)
  await upload.forget()
  expect(checkpoints.all.size).toBe(0)
})

test.each<[string, SourceFile, Parameters<Awaited<ReturnType<typeof uploadTest>>['start']>[1]]>([
  ['another date', dated('a', 6), {}],
  ['another path', dated('b', 5), {}],
  ['another size', { ...sourceFile('a', someBytes(8 * MiB)), lastModified: 5 }, {}],
  ['another sender', dated('a', 5), { ticketRequest: { id: 'y', type: 'userUpload' } }],
])('U5 %s begins anew', async (_, file, options) => {
  const { start, sentSince, checkpoints, first } = await interrupted()
  const plan = await start([file], { checkpoints, ...options }).done
  expect(plan.uploadId).not.toBe(first.plan()?.uploadId)
  expect(sentSince()).toBe(file.size)
})

test('U5 a file whose date nobody tells is known by path and size', async () => {
  const { start, sentSince, checkpoints } = await interrupted()
  await start([sourceFile('a', bytes)], { checkpoints }).done
  expect(sentSince()).toBe(6 * MiB)
})

test('U5 after 7 days, and when the server no longer knows it, an upload begins anew without a word', async () => {
  const late = await interrupted()
  late.clock.fallAsleep(uploadKeptSeconds * 1000)
  await late.start([dated('a', 5)], { checkpoints: late.checkpoints }).done
  expect(late.sentSince()).toBe(9 * MiB)
  const gone = await interrupted()
  gone.server.expire()
  const upload = gone.start([dated('a', 5)], { checkpoints: gone.checkpoints })
  await upload.done
  expect(gone.sentSince()).toBe(9 * MiB)
  expect([...gone.checkpoints.all.values()]).toMatchObject([{ uploadId: upload.plan()!.uploadId }])
})

test('U5 an upload named by its id that is complete or has other files begins anew', async () => {
  const { start, server, first, sentSince } = await interrupted()
  const uploadId = first.plan()!.uploadId
  await start([sourceFile('a', someBytes(5))], { uploadId }).done
  expect(sentSince()).toBe(5)
  server.complete()
  await start([sourceFile('a', someBytes(5))], { uploadId: server.planned() }).done
  expect(sentSince()).toBe(10)
})

test('U5 a store that fails disturbs nothing', async () => {
  const { start } = await uploadTest()
  const refuse = async () => {
    throw new DOMException('no room', 'QuotaExceededError')
  }
  const upload = start([sourceFile('a', someBytes(10))], { checkpoints: { get: refuse, put: refuse, remove: refuse } })
  await upload.done
  await upload.forget()
})

/** Two pages of one browser: what they keep is shared, an upload is one's alone. */
function twoPages() {
  const shared = memoryCheckpoints()
  const locks = new Map<string, number>()
  const page = (number: number) => ({
    ...shared,
    claim: async (uploadId: string) => {
      if (!locks.has(uploadId)) locks.set(uploadId, number)
      return locks.get(uploadId) === number
    },
    release: (uploadId: string) => void locks.delete(uploadId),
  })
  return { shared, pages: [page(1), page(2)] as const }
}

test('U5 Q20 another page with the same files begins an upload of its own; what the first one keeps stays its', async () => {
  const { start, server } = await uploadTest({ onPart: (_, count) => (count > 3 ? 'stall' : null) })
  const { shared, pages } = twoPages()
  const first = start([dated('a', 5)], { checkpoints: pages[0] })
  await expect.poll(() => server.sent.length).toBeGreaterThan(5)
  const kept = structuredClone([...shared.all])
  server.behaviour.onPart = () => null
  const second = start([dated('a', 5)], { checkpoints: pages[1] })
  const { uploadId } = await second.done
  expect(uploadId).not.toBe(first.plan()?.uploadId)
  await second.forget()
  expect([...shared.all]).toEqual(kept)
  // Once the first has given up, whoever comes may go on with it.
  const claim = () => pages[1].claim(first.plan()!.uploadId)
  expect(await claim()).toBe(false)
  first.cancel()
  expect(await claim()).toBe(true)
})

test('U5 the checkpoint of a long upload stays young', async () => {
  const { start, clock } = await uploadTest({ onPart: () => 'stall' })
  const checkpoints = memoryCheckpoints()
  start([sourceFile('a', someBytes(10))], { checkpoints })
  await expect.poll(() => checkpoints.all.size).toBe(1)
  clock.advance(11 * 60_000)
  await expect.poll(() => [...checkpoints.all.values()][0]!.savedAtMs).toBeGreaterThan(9 * 60_000)
})

test('U6 an upload that was whole and lost something is made whole again, by its own id', async () => {
  const { start, server } = await uploadTest()
  const upload = start([dated('a', 5)])
  const { uploadId } = await upload.done
  const before = server.sent.length
  server.lose(([from]) => from < 2 * MiB)
  const again = upload.recheck()
  await until(upload, ({ phase }) => phase !== 'complete')
  expect((await again).uploadId).toBe(uploadId)
  expect(upload.snapshot()).toMatchObject({ phase: 'complete', sentBytes: 9 * MiB })
  expect(server.sent.length - before).toBe(2)
  server.complete()
  await upload.recheck()
  server.expire()
  await expect(upload.recheck()).rejects.toMatchObject({ code: 'uploadNotFound' })
})

test('the key is the same in any order, and another for other owners, paths and sizes', () => {
  const files = Array.from({ length: 50 }, (_, index) => ({ path: `f${index}`, size: index, lastModified: index }))
  const key = checkpointKey('o', files)
  expect(checkpointKey('o', files.toReversed())).toBe(key)
  expect(checkpointKey('p', files)).not.toBe(key)
  expect(checkpointKey('o', [{ ...files[0]!, size: 3 }, ...files.slice(1)])).not.toBe(key)
  expect(isSameFiles(files, files.toReversed())).toBe(true)
  expect(isSameFiles(files, files.slice(1))).toBe(false)
})
