/** A server that reads what it has, after a loss of power or a repair, is well: it is waited for, however long that takes (U5, INV1). */
import type { ErrorCode } from '@sampan/contract/errors'
import { expect, test } from 'vitest'
import type { UploadServer } from '../testing/upload-server.ts'
import { someBytes, sourceFile, until, uploadTest } from '../testing/uploads.ts'
import { memoryCheckpoints } from './checkpoint.ts'
import type { UploadSnapshot } from './upload.ts'

const MiB = 1024 * 1024
const bytes = someBytes(9 * MiB)
const file = sourceFile('a', bytes)

/** From the third part on, until the list has been asked for so many times. */
function checkFor(server: UploadServer, reads: number, whenRead = () => {}) {
  let isRead = false
  server.behaviour.onPart = (_, count) => (count >= 3 && !isRead ? 'uploadChecking' : null)
  server.behaviour.onRead = (count) => {
    if (count <= reads) return 'uploadChecking'
    if (!isRead) whenRead()
    isRead = true
    return null
  }
}

test('U5 running parts wait far beyond 12 attempts, as long as they are told, and send again what did not verify', async () => {
  const { server, start, clock } = await uploadTest({ retryAfterSeconds: 45 })
  checkFor(server, 40, () => server.lose(([from]) => from < MiB))
  const upload = start([file])
  const seen: UploadSnapshot[] = []
  upload.subscribe(() => seen.push(upload.snapshot()))
  await upload.done
  expect(server.has('a', bytes)).toBe(true)
  expect(seen).toContainEqual(expect.objectContaining({ phase: 'waiting', warning: 'serverChecking' }))
  expect(upload.snapshot()).toMatchObject({ phase: 'complete', warning: null })
  expect(clock.slept).toEqual(Array(40).fill(45_000))
  // The list is asked for, not each part offered again.
  expect(server.sent.length).toBeLessThan(20)
})

test('U5 pausing ends the wait of running parts, resuming asks again', async () => {
  const { server, start, clock } = await uploadTest({ retryAfterSeconds: 45 })
  checkFor(server, 1)
  clock.sleep = (_, signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const upload = start([file])
  await until(upload, ({ phase }) => phase === 'waiting')
  upload.pause()
  expect(upload.snapshot()).toMatchObject({ phase: 'paused', warning: null })
  upload.resume()
  await upload.done
  expect(server.has('a', bytes)).toBe(true)
})

/** Interrupted after two parts. */
async function interrupted() {
  const test = await uploadTest({ onPart: (_, count) => (count > 2 ? 'stall' : null) })
  const checkpoints = memoryCheckpoints()
  const first = test.start([file], { checkpoints })
  await expect.poll(() => test.server.sent.length).toBeGreaterThan(4)
  first.cancel()
  test.server.behaviour.onPart = () => null
  test.clock.slept.length = 0
  return { ...test, checkpoints, uploadId: first.plan()!.uploadId }
}

test('U5 R48 resuming waits without limit, at most a minute at a time, and says that it resumes', async () => {
  const { server, start, clock, checkpoints, uploadId } = await interrupted()
  server.behaviour.retryAfterSeconds = 600
  server.behaviour.onRead = (count) => (count <= 30 ? 'uploadChecking' : null)
  const upload = start([file], { checkpoints })
  expect((await until(upload, ({ phase }) => phase !== 'warming')).phase).toBe('resuming')
  expect((await upload.done).uploadId).toBe(uploadId)
  expect(clock.slept).toEqual(Array(30).fill(60_000))
  // More than two parts where some that were under way came through.
  expect(upload.snapshot().resumedBytes).toBeGreaterThanOrEqual(2 * MiB)
  expect(server.has('a', bytes)).toBe(true)
})

test('U5 U6 a published upload that is being checked is waited for just as long', async () => {
  const { server, start, clock } = await uploadTest()
  const upload = start([file])
  await upload.done
  server.lose(([from]) => from < MiB)
  server.behaviour.onRead = (count) => (count <= 30 ? 'uploadChecking' : null)
  await upload.recheck()
  expect(clock.slept).toEqual(Array(30).fill(5000))
  expect(server.has('a', bytes)).toBe(true)
})

test('U5 cancelling ends the wait of a resumed upload; nothing is forgotten', async () => {
  const { server, start, clock, checkpoints } = await interrupted()
  server.behaviour.onRead = () => 'uploadChecking'
  clock.sleep = (_, signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const upload = start([file], { checkpoints })
  await until(upload, ({ phase }) => phase === 'resuming')
  upload.cancel()
  await expect(upload.done).rejects.toMatchObject({ name: 'AbortError' })
  expect(checkpoints.all.size).toBe(1)
})

test.each<ErrorCode>(['internal', 'unavailable', 'diskFull', 'rateLimited', 'accountSuspended', 'notFound', 'ticketInvalid'])(
  'U5 %s forgets no interrupted upload and begins none anew',
  async (code) => {
    const { server, start, checkpoints, uploadId } = await interrupted()
    server.behaviour.onRead = () => code
    await expect(start([file], { checkpoints }).done).rejects.toMatchObject({ code })
    expect([...checkpoints.all.values()]).toMatchObject([{ uploadId }])
    expect(server.created).toHaveLength(1)
  },
)

test.each<ErrorCode>(['internal', 'unavailable', 'tooMuchWritten', 'uploadNotFound'])(
  'U5 an upload that runs and ends with %s is still found by the next try, which asks the server',
  async (code) => {
    const { server, start } = await uploadTest({ onPart: () => code })
    const checkpoints = memoryCheckpoints()
    const upload = start([file], { checkpoints })
    await expect(upload.done).rejects.toMatchObject({ code })
    expect([...checkpoints.all.values()]).toMatchObject([{ uploadId: server.planned() }])
  },
)
