import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DamagedFile, readSealed, writeSealed } from './sealed-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'sampan-sealed-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'x')
const seal = { secret: randomBytes(32), name: 'x' }

async function write(content: Buffer, step = 10_000) {
  const writer = await writeSealed(path, seal)
  for (let at = 0; at < content.length; at += step) await writer.write(content.subarray(at, at + step))
  await writer.end()
}
async function read(by = seal) {
  const { size, bytes } = await readSealed(path, by)
  const pieces: Buffer[] = []
  for await (const piece of bytes) pieces.push(piece)
  const content = Buffer.concat(pieces)
  return { size, content }
}

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])('A5 %i bytes come back as they were', async (length) => {
  const content = randomBytes(length)
  await write(content)
  expect(await read()).toEqual({ size: length, content })
})

test('A5 R13 nothing of the content is on the disk, and what was changed, cut, swapped or moved does not open', async () => {
  const content = Buffer.concat([Buffer.from('a canary in the hold'), randomBytes(200_000)])
  await write(content)
  const sealed = readFileSync(path)
  expect(sealed.includes('canary')).toBe(false)
  const segment = 65_536 + 16
  const damaged = [
    Buffer.concat([sealed.subarray(0, 100), Buffer.of(sealed[100]! ^ 1), sealed.subarray(101)]),
    sealed.subarray(0, 32 + 2 * segment),
    sealed.subarray(0, sealed.length - 1),
    Buffer.concat([
      sealed.subarray(0, 32),
      sealed.subarray(32 + segment, 32 + 2 * segment),
      sealed.subarray(32, 32 + segment),
      sealed.subarray(32 + 2 * segment),
    ]),
  ]
  for (const bytes of damaged) {
    writeFileSync(path, bytes)
    await expect(read()).rejects.toThrow(DamagedFile)
  }
  writeFileSync(path, sealed)
  await expect(read({ ...seal, name: 'y' })).rejects.toThrow(DamagedFile)
  await write(content)
  expect(readFileSync(path).subarray(32, 200).equals(sealed.subarray(32, 200))).toBe(false)
})
