import { expect, test } from 'vitest'
import { keepBlobs } from './kept-blobs.ts'

const opener = (limits: Parameters<typeof keepBlobs>[0]) => {
  const opened: string[] = []
  const keep = keepBlobs<{ attempts: unknown[] }>(limits)
  const read = (blobId: string, attempts = 1) =>
    keep(blobId, async () => {
      opened.push(blobId)
      return { attempts: Array(attempts) }
    })
  return { opened, read }
}

test('opened blobs are kept by their number', async () => {
  const { opened, read } = opener({ maxBlobs: 2 })
  for (const blobId of ['a', 'b', 'b', 'c', 'b', 'a']) await read(blobId)
  expect(opened).toEqual(['a', 'b', 'c', 'a'])
})

test('opened blobs are kept by the sum of their attempts, the newest however large', async () => {
  const { opened, read } = opener({ maxAttempts: 10 })
  await read('a', 4)
  await read('b', 5)
  await read('a', 4)
  expect(opened).toEqual(['a', 'b'])
  await read('c', 4)
  await read('b', 5)
  expect(opened).toEqual(['a', 'b', 'c'])
  await read('huge', 50)
  await read('huge', 50)
  await read('b', 5)
  await read('huge', 50)
  expect(opened).toEqual(['a', 'b', 'c', 'huge', 'b', 'huge'])
})

test('a blob that could not be opened is tried again', async () => {
  const keep = keepBlobs<{ attempts: unknown[] }>()
  await expect(keep('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await keep('a', async () => ({ attempts: [] }))).toEqual({ attempts: [] })
})
