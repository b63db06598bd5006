import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReceivedFile, RequestSupplier } from '@sampan/contract/routes/request-grid'
import { expect, test } from 'vitest'
import { type Answers, fakeServer, newFolder, printedHere, refused, runHere } from '../testing/fake-server.ts'
import { whoAmI } from '../testing/fake-user.ts'

const idOf = (place: number): string => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`
const slug = 'Rq3dE6g'
const documentId = idOf(900)

const fileOf = (place: number, path: string, size: number, more: Partial<ReceivedFile> = {}): ReceivedFile => ({
  fileId: idOf(place),
  transferSlug: 'Ab3dE6g',
  path,
  size,
  receivedAt: Date.UTC(2026, 0, 1),
  decision: 'received',
  reason: '',
  isReplaced: false,
  warning: null,
  ...more,
})
const supplierOf = (place: number, name: string, email: string, files: ReceivedFile[]): RequestSupplier => ({
  _id: idOf(place),
  email,
  name,
  company: '',
  isInvited: true,
  linkUrl: null,
  mailState: 'sent',
  mailReason: null,
  openedAt: null,
  remindedAt: null,
  uploadingCount: 0,
  slots: [{ documentId, state: files.length > 0 ? 'received' : 'waiting', files }],
  comments: [],
  messages: [],
})
const summary = {
  ...{ _id: idOf(1), slug, title: 'Papers', state: 'open' as const, status: 'open' as const, sendAs: 'link' as const },
  ...{ createdAt: 0, dueAt: null, expiryDate: null, supplierCount: 2, receivedCount: 1, expectedCount: 2, uploadingCount: 0 },
  ...{ begunCount: 0, submissionCount: 1, toReviewCount: 1, latestAt: null },
}
const detail = {
  request: {
    ...summary,
    ...{ message: '', language: 'en', linkUrl: `/r/${slug}`, hasPassword: false, graceSeconds: 0, takesOtherFiles: true },
    ...{ accept: [], maxFileBytes: null, maxFiles: null, maxSubmissions: null, nameField: 'optional', emailField: 'required' },
    ...{ showsFiles: false, remindDays: [], notifyOnUpload: true, notifyEmail: null, notifyEmailState: null },
  },
  documents: [{ _id: documentId, name: 'Passport', note: '', accept: [], isRequired: true }],
  suppliers: [],
  counts: {
    ...{ all: 2, complete: 1, missing: 1, toReview: 1, bounced: 0, awaited: 1, files: 1, uploadingAtLink: 0 },
    ...{ hasOtherFiles: false, isCrowded: false },
  },
}

async function requester(suppliers: RequestSupplier[], more: Answers = {}) {
  const server = await fakeServer({
    'GET /api/token': () => ({ body: whoAmI }),
    [`GET /api/requests/${slug}`]: () => ({ body: detail }),
    [`GET /api/requests/${slug}/suppliers`]: () => ({ body: { suppliers, matchCount: suppliers.length } }),
    ...more,
  })
  const cwd = newFolder()
  const env = { SAMPAN_TOKEN: 'smp_x', SAMPAN_SERVER: server.url }
  return {
    ...{ ...server, cwd },
    run: (...words: string[]) => runHere(cwd, env, 'request', ...words),
    print: (...words: string[]) => printedHere(cwd, env, 'request', ...words),
  }
}

test('O7 R1 a request whose answer was lost is asked once, however often it is run; another run asks anew', async () => {
  const keys: string[] = []
  const answers = [refused(500, 'internal')]
  const { run } = await requester([], {
    'POST /api/requests': (body) => {
      const { requestKey, ...asked } = JSON.parse(body)
      keys.push(requestKey)
      expect(asked).toMatchObject({ title: 'Papers', sendAs: 'email', emailTo: [{ email: 'li@example.cn' }] })
      expect(asked.documents).toMatchObject([{ name: 'Passport' }])
      return answers.shift() ?? { status: 201, body: detail }
    },
  })
  const words = ['ask', 'Papers', '--document', 'Passport', '--to', 'li@example.cn', '--due', '2026-12-31'] as const
  expect((await run(...words)).exitCode).toBe(1)
  expect((await run(...words)).events.at(-1)).toMatchObject({ event: 'asked', slug, people: 1 })
  await run(...words)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('O7 R3 what came is fetched into folders of people and documents; what came since alone, the next time', async () => {
  const [first, second] = [randomBytes(3000), randomBytes(500)]
  const bytes: Record<string, Buffer> = { [idOf(10)]: first, [idOf(11)]: second }
  const people = [
    supplierOf(1, 'Li/Wei', 'li@example.cn', [
      fileOf(10, 'pass.pdf', first.length),
      fileOf(12, 'old.pdf', 5, { isReplaced: true }),
    ]),
    supplierOf(2, '..', 'x@example.cn', []),
  ]
  const fetched: string[] = []
  const { run, cwd } = await requester(people, {
    [`POST /api/requests/${slug}/downloads`]: (body) => {
      const [fileId] = JSON.parse(body).fileIds
      fetched.push(fileId)
      return { body: { url: `/api/received/${fileId}` } }
    },
    ...Object.fromEntries(
      Object.entries(bytes).map(([fileId, all]) => [
        `GET /api/received/${fileId}`,
        () => ({
          status: 206,
          bytes: all,
          headers: { etag: '"e"', 'content-range': `bytes 0-${all.length - 1}/${all.length}` },
        }),
      ]),
    ),
  })
  const { exitCode, events } = await run('receive', slug, '--into', 'got')
  expect({ exitCode, last: events.at(-1) }).toMatchObject({ exitCode: 0, last: { event: 'done', files: 1, leftOut: 0 } })
  expect(readFileSync(join(cwd, 'got/Li-Wei/Passport/pass.pdf')).equals(first)).toBe(true)
  // A name that would lead out of the folder leads nowhere.
  people[1]!.slots[0]!.files.push(fileOf(11, 'later.pdf', second.length))
  const again = await run('receive', slug, '--into', 'got')
  expect(again.events.find(({ event }) => event === 'skipped')).toMatchObject({ reason: 'unsafePath' })
  expect(fetched).toEqual([idOf(10)])
  people[1]!.name = 'Wei'
  expect((await run('receive', slug, '--into', 'got')).exitCode).toBe(0)
  expect(fetched).toEqual([idOf(10), idOf(11)])
  expect(readFileSync(join(cwd, 'got/Wei/Passport/later.pdf')).equals(second)).toBe(true)
  expect(readdirSync(join(cwd, 'got/Li-Wei/Passport'))).toEqual(['pass.pdf'])
  expect(existsSync(join(cwd, 'later.pdf'))).toBe(false)
})

test('O7 R3 what nobody has decided is accepted; what is named is sent back with its reason', async () => {
  const decided: unknown[] = []
  const people = [
    supplierOf(1, 'Li', 'li@example.cn', [fileOf(10, 'pass.pdf', 1), fileOf(11, 'done.pdf', 1, { decision: 'accepted' })]),
    supplierOf(2, 'Wei', 'wei@example.cn', [fileOf(12, 'scan.pdf', 1)]),
  ]
  const { run } = await requester(people, {
    [`POST /api/requests/${slug}/decisions`]: (body) => {
      decided.push(JSON.parse(body))
      return { body: detail }
    },
  })
  expect((await run('accept', slug, '--from', 'LI@example.cn')).events.at(-1)).toMatchObject({ decision: 'accepted', files: 1 })
  expect((await run('reject', slug, '--file', 'scan.pdf', '--reason', 'blurred')).exitCode).toBe(0)
  expect(decided).toEqual([
    { fileIds: [idOf(10)], decision: 'accepted', reason: '' },
    { fileIds: [idOf(12)], decision: 'rejected', reason: 'blurred' },
  ])
  expect((await run('accept', slug, '--from', 'nobody')).events.at(-1)).toMatchObject({ code: 'supplierUnknown' })
})

test('O7 R3 a request is shown by who has sent what', async () => {
  const people = [
    supplierOf(1, 'Li', 'li@example.cn', [fileOf(10, 'pass\u001b[31m.pdf', 2000)]),
    supplierOf(2, 'Wei', 'wei@example.cn', []),
  ]
  const { print, url } = await requester(people)
  const { out } = await print('show', slug)
  expect(out.split('\n')).toEqual([
    'Papers',
    'State: Open',
    'Received: 1 of 2',
    'Due: –',
    `Link: ${url}/r/${slug}`,
    '',
    'From            Document  State     Size  File',
    // What a stranger's name could do to a terminal is taken out of it.
    'li@example.cn   Passport  Received  2 KB  pass\ufffd[31m.pdf',
    'wei@example.cn  Passport  Waiting   –     –',
    '',
  ])
})
