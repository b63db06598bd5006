import { createUpload, readUpload, type UploadPlan } from '@sampan/contract/routes/uploads'
import { expect, test } from 'vitest'
import type { Api } from '../api.ts'
import { testClock } from '../testing/test-clock.ts'
import { someBytes, sourceFile } from '../testing/uploads.ts'
import { createMemory } from './checkpoint.ts'
import { prepareUpload } from './prepare-upload.ts'
import type { Tickets } from './ticket.ts'

const file = sourceFile('a', someBytes(10))
const added = sourceFile('b', someBytes(20))
const plan: UploadPlan = {
  ...{ uploadId: 'u', slug: 'abcdefg', expiresAt: '', parallel: 4 },
  blobs: [{ blobId: 'x', size: 10, partSize: 10, minPartSize: 0, via: 'app' }],
  files: [{ fileId: 'f', path: 'a', itemPath: 'a', size: 10, blobId: 'x', offset: 0 }],
}

test.each([true, false])('U5 what the server was not told yet is never taken for sent, open or sealed (%s)', async (isOpen) => {
  const call = async (route: unknown) => {
    expect(route).toBe(readUpload)
    return { ...plan, state: 'open', received: [{ blobId: 'x', ranges: [[0, 10]] }] }
  }
  const means = {
    api: { call } as unknown as Api,
    tickets: { get: async () => 't', lotBytes: () => 40 } as unknown as Tickets,
    ...{ clock: testClock(), signal: new AbortController().signal, onWait: () => {} },
  }
  const files = [file, added]
  const memory = createMemory(undefined, 'o', files, () => 0)
  const { planned, isTakenUp } = await prepareUpload(means, { files, uploadId: 'u', isOpen }, memory)
  expect([planned, isTakenUp]).toEqual([[file], true])
})

test.each([
  ['begins with those that go with one call', undefined, 1],
  ['of a sent transfer that gets new files has them all', { slug: 'abcdefg' }, 2],
])('R49 an upload %s', async (_, forTransfer, count) => {
  const files = [file, added]
  const call = async (route: unknown, { body }: { body: { files: { path: string }[] } }) => {
    expect(route).toBe(createUpload)
    const told = body.files.map(({ path }, at) => ({
      ...plan.files[0]!,
      fileId: path,
      path,
      offset: 10 * at,
      size: 10 * (at + 1),
    }))
    return { ...plan, blobs: [{ ...plan.blobs[0]!, size: 30 }], files: told }
  }
  const means = {
    api: { call } as unknown as Api,
    tickets: { get: async () => 't', lotBytes: () => 40 } as unknown as Tickets,
    ...{ clock: testClock(), signal: new AbortController().signal, onWait: () => {} },
  }
  const memory = createMemory(undefined, 'o', files, () => 0)
  const { planned, plan: made } = await prepareUpload(means, { files, forTransfer }, memory)
  expect([planned, made.files.length]).toEqual([files.slice(0, count), count])
})
