import { Problem } from '@sampan/contract/errors'
import { addFiles, type UploadPlan } from '@sampan/contract/routes/uploads'
import { expect, test } from 'vitest'
import type { Api } from '../api.ts'
import { testClock } from '../testing/test-clock.ts'
import { someBytes, sourceFile } from '../testing/uploads.ts'
import { createPlanKeeper } from './keep-plan.ts'
import type { Tickets } from './ticket.ts'

const file = sourceFile('a', someBytes(10))
const plan: UploadPlan = { uploadId: 'u', slug: 'abcdefg', expiresAt: '', parallel: 4, blobs: [], files: [] }
const tickets = { get: async () => 't', lotBytes: () => 1000 } as unknown as Tickets

/** Adds nothing for a sender who is not known. */
function keeper(sender?: string, onAsk = () => {}) {
  const asked: (string | undefined)[] = []
  const call = async (route: unknown, { body }: { body: { sender?: string } }) => {
    expect(route).toBe(addFiles)
    asked.push(body.sender)
    onAsk()
    if (!body.sender) throw new Problem('tooMuchUnverified')
    return { ...plan, files: [{ fileId: 'f', path: 'a', itemPath: 'a', size: 10, blobId: 'b', offset: 0 }] }
  }
  let onRest = () => {}
  const rest = new Promise<void>((resolve) => {
    onRest = resolve
  })
  const signal = new AbortController().signal
  const means = { api: { call } as unknown as Api, tickets, clock: testClock(), signal }
  const hooks = { onPlan: () => {}, onRest, onFatal: () => expect.unreachable() }
  const made = createPlanKeeper(means, { plan, files: [], sender }, hooks)
  return { ...made, asked, rest }
}

test('U8 files are added for the sender who was known from the start', async () => {
  const { want, rest, asked, held } = keeper('li@b.cn')
  want([file])
  await rest
  expect([asked, held()]).toEqual([['li@b.cn'], null])
})

test('U8 who becomes known while a question is on its way is asked for again', async () => {
  const { want, askAgain, rest, asked, held } = keeper(undefined, () => askAgain('li@b.cn'))
  want([file])
  await rest
  expect([asked, held()]).toEqual([[undefined, 'li@b.cn'], null])
})

test('R49 a long list of files is told in several calls, none of which is larger than the server takes', async () => {
  const files = Array.from({ length: 5 }, (_, index) => sourceFile(`${'d'.repeat(400)}/${index}`, someBytes(10)))
  const told: string[][] = []
  const call = async (_: unknown, { body }: { body: { files: { path: string }[] } }) => {
    told.push(body.files.map(({ path }) => path))
    const known = told.flat().map((path) => ({ fileId: path, path, itemPath: path, size: 10, blobId: 'b', offset: 0 }))
    return { ...plan, files: known }
  }
  const signal = new AbortController().signal
  const means = { api: { call } as unknown as Api, tickets, clock: testClock(), signal }
  await new Promise<void>((onRest) => {
    createPlanKeeper(means, { plan, files: [] }, { onPlan: () => {}, onRest, onFatal: () => expect.unreachable() }).want(files)
  })
  expect(told).toEqual([files.slice(0, 2), files.slice(2, 4), files.slice(4)].map((lot) => lot.map(({ path }) => path)))
})
