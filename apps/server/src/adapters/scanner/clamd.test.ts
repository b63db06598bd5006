/** The scanner's port over clamd's protocol, with a clamd of our own; clamd.long.test.ts asks the real one. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { createClamd } from './clamd.ts'
import { ScannerAway } from './scanner.ts'
import { eicar, startTestClamd, type TestClamd } from './test-clamd.ts'

let clamd: TestClamd | undefined
afterEach(() => clamd?.close())

const times = { connectMs: 2000, pingMs: 2000, silenceMs: 60_000 }
const begin = async (more: Partial<TestClamd> = {}) => {
  clamd = Object.assign(await startTestClamd(), more)
  return { clamd, scanner: createClamd({ host: '127.0.0.1', port: clamd.port }, times) }
}
const contentOf = (...batches: Buffer[][]) =>
  async function* () {
    yield* batches
  }
const MiB = 1024 * 1024

test('D9 every byte is looked at, in order, whatever the pieces; a virus is found across their borders', async () => {
  const { clamd, scanner } = await begin()
  const [small, big] = [randomBytes(10), randomBytes(3 * MiB + 1)]
  expect(await scanner.scan(contentOf([small, big.subarray(0, 5)], [], [big.subarray(5)]))).toEqual({ state: 'clean' })
  expect(clamd.seen[0]!.equals(Buffer.concat([small, big]))).toBe(true)
  expect(await scanner.scan(contentOf())).toEqual({ state: 'clean' })
  const found = await scanner.scan(contentOf([Buffer.concat([big, eicar.subarray(0, 30)])], [eicar.subarray(30), small]))
  expect(found).toEqual({ state: 'infected', finding: 'Eicar-Test-Signature' })
})

test('D9 more than the scanner takes is "not scanned", told at its answer and not at the end', async () => {
  const { scanner } = await begin({ maxBytes: 2 * MiB })
  let given = 0
  async function* endless() {
    for (; given < 4000; given++) yield [Buffer.alloc(MiB)]
  }
  expect(await scanner.scan(endless)).toEqual({ state: 'failed', reason: 'INSTREAM size limit exceeded. ERROR' })
  expect(given).toBeLessThan(4000)
})

test('D9 what the scanner did not look at because of its limits is "not scanned", neither clean nor infected', async () => {
  const { clamd, scanner } = await begin()
  const limits = [
    'Limits.Exceeded',
    'Limits.Exceeded.MaxScanSize',
    'Limits.Exceeded.MaxFileSize(0a1b:99)',
    'Email.ExceedsMax.Parts',
  ]
  for (const limit of limits) {
    clamd.word = `Heuristics.${limit} FOUND`
    expect(await scanner.scan(contentOf([randomBytes(10)])), limit).toEqual({ state: 'failed', reason: `stream: ${clamd.word}` })
  }
  clamd.word = 'Heuristics.Phishing.Email.SpoofedDomain FOUND'
  expect(await scanner.scan(contentOf([randomBytes(10)]))).toMatchObject({ state: 'infected' })
  expect(scanner.maxBytes).toBeLessThan(2 ** 31 - 2)
})

test('D9 bytes are taken only as fast as the scanner reads them', async () => {
  const { clamd, scanner } = await begin()
  let maxUnread = 0
  async function* content() {
    for (let given = 0; given < 64; given++) {
      maxUnread = Math.max(maxUnread, given * MiB - clamd.received)
      yield [Buffer.alloc(MiB)]
    }
  }
  expect(await scanner.scan(content)).toEqual({ state: 'clean' })
  // Sockets hold some of it.
  expect(maxUnread).toBeLessThan(40 * MiB)
})

test('D9 a scanner that is away says so; one that breaks off at a file twice has not scanned it', async () => {
  const { clamd, scanner } = await begin({ isBreaking: true })
  const content = contentOf([randomBytes(1000)], [randomBytes(1000)])
  expect(await scanner.scan(content)).toMatchObject({ state: 'failed' })
  clamd.isBreaking = false
  expect(await scanner.scan(content)).toEqual({ state: 'clean' })
  await clamd.close()
  await expect(scanner.scan(content)).rejects.toBeInstanceOf(ScannerAway)
  await expect(createClamd({ path: '/nowhere/clamd.sock' }, times).scan(content)).rejects.toBeInstanceOf(ScannerAway)
})

test('D9 one that says nothing is away after a while, and what the content throws is thrown', async () => {
  const deaf = createServer(() => {})
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void deaf.close())
  const { port } = deaf.address() as { port: number }
  const scanner = createClamd({ host: '127.0.0.1', port }, { connectMs: 500, pingMs: 100, silenceMs: 100 })
  await expect(scanner.scan(contentOf([randomBytes(10)]))).rejects.toBeInstanceOf(ScannerAway)
  const broken = new Error('no such bytes')
  const { scanner: well } = await begin()
  async function* failing() {
    yield [randomBytes(10)]
    throw broken
  }
  await expect(well.scan(failing)).rejects.toBe(broken)
})
