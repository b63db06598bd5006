import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDiskStore } from './disk.ts'
import { freeBytes } from './free-bytes.ts'
import { sealedStorage } from './sealed.ts'
import { newAttempt, openSegment, sealer } from './segments.ts'

const MiB = 1024 * 1024
const blob = { blobId: 'blob-1', dek: Buffer.alloc(32, 7) }

test('memory is given back at once, and twice does no harm', () => {
  const bytes = new Uint8Array(1000)
  freeBytes(bytes)
  freeBytes(bytes)
  expect([bytes.length, bytes.buffer.byteLength]).toEqual([0, 0])
})

test('what lies in a larger piece of memory stays, and so does the piece', () => {
  const piece = Buffer.alloc(1000, 'a')
  freeBytes(piece.subarray(0, 999))
  freeBytes(Buffer.from('pooled'))
  expect(piece.equals(Buffer.alloc(1000, 'a'))).toBe(true)
})

/** How much more memory bytes took at the most, while `act` was done again and again: looked at where the collector has not been. */
function mostBytesMeanwhile(times: number, act: (time: number) => void): number {
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  for (let time = 0; time < times; time++) {
    act(time)
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  return most
}

test('R12 what is sealed and opened leaves nothing for the collector, however much it is', () => {
  const length = 64 * MiB
  const chunk = Buffer.alloc(64 * 1024, 1)
  const segment = Buffer.alloc(256 * 1024 + 16)
  const { keys } = newAttempt(blob, 0, length)
  let at = 0
  const add = sealer(keys, (sealed) => {
    at = (at + sealed.copy(segment, at)) % segment.length
  })
  let opened = 0
  const most = mostBytesMeanwhile(length / chunk.length, (time) => {
    add(chunk)
    if (time % 4 < 3) return
    opened += openSegment(keys, (time - 3) / 4, segment).length
  })
  expect(opened).toBe(length)
  expect(most).toBeLessThan(4 * MiB)
})

test('what a connection brings is given back once it is taken, and every byte of it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'free-bytes-'))
  const storage = sealedStorage(await openDiskStore(folder))
  const chunks: Buffer[] = []
  let seen = 0
  const length = 3 * MiB
  const server = createServer((request, reply) => {
    const look = (chunk: Uint8Array) => {
      chunks.push(chunk as Buffer)
      seen += chunk.reduce((sum, byte) => sum + byte, 0)
    }
    storage.writeAttempt(blob, 0, length, request, look).then(
      () => reply.end('kept'),
      (error) => reply.end(String(error)),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await storage.close()
    rmSync(folder, { recursive: true })
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const reply = await fetch(url, { method: 'PUT', body: new Uint8Array(length).fill(1) })
  expect(await reply.text()).toBe('kept')
  expect(seen).toBe(length)
  expect(chunks.length).toBeGreaterThan(0)
  expect(chunks.filter((chunk) => chunk.length > 0)).toEqual([])
})
