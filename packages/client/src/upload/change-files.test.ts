import { Problem } from '@sampan/contract/errors'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { expect, test, vi } from 'vitest'
import type { Api } from '../api.ts'
import { someBytes, sourceFile, uploadTest } from '../testing/uploads.ts'
import { changeFiles } from './change-files.ts'

const plan = { uploadId: 'the-upload' } as UploadPlan
const clock = { sleep: async () => {} }
const answers = (...list: unknown[]) =>
  vi.fn(async (..._: unknown[]) => {
    const next = list.shift()
    if (next instanceof Error) throw next
    return next
  })

test('T9 what the server has lost when it shall count is sent once more', async () => {
  const set = { version: 2, fileNumber: 1, totalBytes: 1 }
  const call = answers(new Problem('transferUploading'), new Problem('uploadChecking'), set)
  const recheck = vi.fn(async () => plan)
  const made = changeFiles(
    { api: { call } as unknown as Api, clock },
    { done: Promise.resolve(plan), recheck },
    { slug: 'abcdefg' },
  )
  expect(await made).toEqual(set)
  expect(recheck).toHaveBeenCalledTimes(2)
  expect(call.mock.lastCall?.[1]).toMatchObject({ params: { slug: 'abcdefg' }, body: { uploadId: 'the-upload' } })
})

test('T9 what the server refuses is told, and nothing is sent for it', async () => {
  const call = answers(new Problem('noFiles'))
  const recheck = vi.fn(async () => plan)
  const upload = { done: Promise.resolve(plan), recheck }
  await expect(changeFiles({ api: { call } as unknown as Api, clock }, upload, { slug: 'abcdefg' })).rejects.toMatchObject({
    code: 'noFiles',
  })
  expect(recheck).not.toHaveBeenCalled()
})

test('T9 an upload says for which transfer it is', async () => {
  const { api, start } = await uploadTest()
  const call = vi.spyOn(api, 'call')
  await start([{ path: 'a', size: 1, blob: new Blob(['x']) }], { api, forTransfer: { slug: 'abcdefg', without: [] } }).done
  const bodies = call.mock.calls.map(([, args]) => (args as { body?: { forTransfer?: unknown } } | undefined)?.body?.forTransfer)
  expect(bodies).toContainEqual({ slug: 'abcdefg', without: [] })
})

test('T9 R05 what became a version by a call whose answer was lost is not sent again', async () => {
  const { server, start } = await uploadTest()
  const files = [sourceFile('a', someBytes(3))]
  const forTransfer = { slug: 'abcdefg' }
  const { uploadId } = await start(files, { forTransfer }).done
  server.complete()
  const parts = server.sent.length
  expect(await start(files, { forTransfer, uploadId }).done).toMatchObject({ uploadId })
  expect([server.created.length, server.sent.length]).toEqual([1, parts])
})
