import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { slowestBody } from '@sampan/contract/limits'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mib, openUpload, received, small } from '../../test/support/open-upload.ts'
import { answerOf, dial, headOf } from '../../test/support/raw-put.ts'
import { startTestServer, type TestServer, waitFor } from '../../test/support/test-server.ts'

const { bytesPerSecond, graceSeconds, sweepSeconds } = slowestBody
/** Between what the steady one sends and the next. */
const stepSeconds = sweepSeconds + 1
const stepBytes = stepSeconds * (bytesPerSecond + 100)

/** The server's ends of the connections, by the port of ours. */
const serverEnds = new Map<number | undefined, Socket>()
const note = (message: unknown) => {
  const { socket } = (message as { request: IncomingMessage }).request
  serverEnds.set(socket.remotePort, socket)
}
/** However long it takes: time stands still meanwhile. */
const arrived = (socket: Socket) => waitFor(async () => serverEnds.get(socket.localPort)?.bytesRead === socket.bytesWritten)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  subscribe('http.server.request.start', note)
  // Time passes only where the test says so.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterAll(() => {
  vi.useRealTimers()
  unsubscribe('http.server.request.start', note)
  return server?.close()
})

test('R48 bodies that trickle are let go, JSON ones too, while slow but steady ones and everybody else are served', async () => {
  const { browser, plan, put, blob } = await openUpload(server, [small('slow.bin', mib)])
  const part = (offset: number, to: number) => ({
    uploadId: plan.uploadId,
    blobId: blob.blobId,
    offset,
    bytes: blob.bytes.subarray(offset, to),
  })
  const json = `POST /quicksend2 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n`
  const begin = async (head: string) => {
    const socket = await dial(browser)
    const answer = answerOf(socket)
    socket.write(head)
    await arrived(socket)
    return { socket, answer }
  }
  const trickling = await Promise.all(
    Array.from({ length: 60 }, (_, index) => begin(index % 2 ? json : headOf(browser, part(0, 1000 + index)))),
  )
  const steps = 2 * Math.ceil(graceSeconds / stepSeconds)
  const slow = part(mib / 2, mib / 2 + steps * stepBytes)
  const steady = await begin(headOf(browser, slow))
  for (let step = 0; step < steps; step++) {
    steady.socket.write(slow.bytes.subarray(step * stepBytes, (step + 1) * stepBytes))
    for (const { socket } of step === 0 ? trickling : []) {
      socket.write(' ')
      await arrived(socket)
    }
    await arrived(steady.socket)
    if (step % 5 === 0) expect((await put(0, mib / 4)).status).toBe(204)
    vi.advanceTimersByTime(stepSeconds * 1000)
    // In the time of grace nobody is let go, whatever has come.
    if ((step + 1) * stepSeconds < graceSeconds)
      expect(trickling.some(({ socket }) => serverEnds.get(socket.localPort)!.destroyed)).toBe(false)
  }
  expect((await steady.answer).slice(9, 12)).toBe('204')
  steady.socket.destroy()
  await Promise.all(trickling.map(({ socket, answer }) => answer.finally(() => socket.destroy())))
  expect(trickling.every(({ socket }) => socket.destroyed)).toBe(true)
  expect(await received(browser, plan)).toEqual([
    [0, mib / 4],
    [mib / 2, mib / 2 + steps * stepBytes],
  ])
})
