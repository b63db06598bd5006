import { readUpload, type UploadPlan } from '@sampan/contract/routes/uploads'
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
    tickets: { get: async () => 't' } as unknown as Tickets,
    ...{ clock: testClock(), signal: new AbortController().signal, onWait: () => {} },
  }
  const files = [file, added]
  const memory = createMemory(undefined, 'o', files, () => 0)
  const { planned, isTakenUp } = await prepareUpload(means, { files, uploadId: 'u', isOpen }, memory)
  expect([planned, isTakenUp]).toEqual([[file], true])
})
