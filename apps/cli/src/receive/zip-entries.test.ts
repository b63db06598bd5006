import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { zipOf } from '../testing/fake-link.ts'
import { createZipReader, ZipUnexpected } from './zip-entries.ts'

const files = ['the first', '', 'x'.repeat(80)].map((text, place) => ({ path: `合同 ${place}`, bytes: Buffer.from(text) }))
const sizes = files.map(({ bytes }) => bytes.length)

async function read(zip: Buffer, step: number) {
  const got = sizes.map(() => '')
  const add = async (index: number, text: string) => {
    got[index] += text
  }
  const taker = {
    begin: async () => {},
    bytes: (index: number, bytes: Buffer) => add(index, bytes.toString()),
    end: (index: number, sum: number) => add(index, `:${sum}`),
  }
  const reader = createZipReader(sizes, taker)
  for (let at = 0; at < zip.length; at += step) await reader.write(zip.subarray(at, at + step))
  return got
}

test.each([1, 7, 29, 30, 31, 64, 1000])('O7 D3 a stored zip that comes %d bytes at a time', async (step) => {
  expect(await read(zipOf(files), step)).toEqual(files.map(({ bytes }) => `${bytes}:${crc32(bytes)}`))
})

test.each([
  ['no zip', (zip: Buffer) => zip.fill(0, 0, 4)],
  ['a compressed entry', (zip: Buffer) => zip.fill(8, 8, 9)],
  ['another size', (zip: Buffer) => zip.fill(1, 22, 23)],
])('O7 %s is not taken for the files', async (_, change) => {
  await expect(read(change(zipOf(files)), 100)).rejects.toThrow(ZipUnexpected)
})
