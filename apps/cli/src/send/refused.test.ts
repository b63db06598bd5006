import { readdirSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Answer, fakeServer, newFolder, refused, runHere } from '../testing/fake-server.ts'
import { whoAmI } from '../testing/fake-user.ts'

const id = '11111111-1111-4111-8111-111111111111'
const part = `PUT /api/uploads/${id}/blobs/${id}`
const discard = `DELETE /api/uploads/${id}`
const expiresAt = '2030-01-01T00:00:00.000Z'
const slug = 'Ab3dE6g'
const file = { fileId: id, path: 'empty.txt', itemPath: 'empty.txt', size: 0, blobId: null, offset: 0 }
const plan = { uploadId: id, slug, expiresAt, parallel: 4, blobs: [], files: [file] }
const ticket = { AccessKeyId: '', AccessKeySecret: '', SecurityToken: 't', Expiration: expiresAt }
const dates = { dateSent: 0, expiryDate: 0, expirySeconds: 60 }
const transfer = {
  ...{ _id: id, slug, state: 'active', sendAs: 'link', senderEmail: 'a@b.c', message: '', ...dates },
  ...{
    fileName: 'empty.txt',
    fileNumber: 1,
    totalBytes: 0,
    emailTo: [],
    linkUrl: `/w/${slug}`,
    contacts: [],
    status: true as const,
  },
  ...{ senderId: null, senderName: null, company: null, size: '0 B', fileObjects: [], recordedVideos: null, voiceMemo: null },
  ...{ shareWith: null, parentAdminID: null, profilePic: null },
}

/** A folder with a file, and a server that answers the call to publish with these, in turn. */
async function sender(answers: Answer[], discarding: Answer = { status: 204 }, bytes = 0) {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'empty.txt'), 'x'.repeat(bytes))
  const blobs = bytes > 0 ? [{ blobId: id, size: bytes, partSize: 1_000_000, minPartSize: 1, via: 'app' }] : []
  const files = [{ ...file, size: bytes, blobId: blobs[0]?.blobId ?? null }]
  const { url, asked } = await fakeServer({
    'GET /api/token': () => ({ body: whoAmI }),
    'POST /stsAuth': () => ({ body: ticket }),
    'POST /api/uploads': () => ({ status: 201, body: { ...plan, blobs, files } }),
    [`GET /api/uploads/${id}`]: () => ({ body: { ...plan, state: 'open', received: [] } }),
    'POST /quicksend2': () => answers.shift() ?? { body: transfer },
    [part]: () => ({ status: 204 }),
    [discard]: () => discarding,
  })
  return {
    send: () => runHere(cwd, { SAMPAN_TOKEN: 'smp_x', SAMPAN_SERVER: url }, 'send', 'empty.txt', '--link'),
    count: (name: string) => asked.filter((call) => call === name).length,
    records: () => readdirSync(join(cwd, '.local/state/sampan/sending')).filter((name) => name.endsWith('.json')).length,
  }
}

test.each([
  ['internal', 500],
  ['rateLimited', 429],
  ['accountSuspended', 403],
])('O7 after %s there may be a transfer: the same upload goes on, nothing is sent twice', async (code, status) => {
  const { send, count, records } = await sender([refused(status, code)])
  expect((await send()).events.at(-1)).toMatchObject({ event: 'error', code })
  expect([records(), count(discard)]).toEqual([1, 0])
  expect((await send()).events.at(-1)).toMatchObject({ event: 'done' })
  expect(count('POST /api/uploads')).toBe(1)
})

test('O7 what a plan refuses is discarded, and forgotten once it is', async () => {
  const { send, count, records } = await sender([refused(403, 'monthUsedUp')])
  expect(await send()).toMatchObject({ exitCode: 3 })
  expect([records(), count(discard)]).toEqual([0, 1])
})

test('O7 a refusal costs no bytes: none leaves before the transfer is published', async () => {
  const { send, count } = await sender([refused(403, 'expiryNotAllowed')], undefined, 5)
  expect((await send()).events.at(-1)).toMatchObject({ event: 'error', code: 'expiryNotAllowed' })
  expect([count(part), count(discard)]).toEqual([0, 1])
  await send()
  expect(count(part)).toBeGreaterThan(0)
})

test('O7 what could not be discarded is not forgotten', async () => {
  const { send, count, records } = await sender([refused(403, 'monthUsedUp')], refused(409, 'uploadClosed'))
  expect(await send()).toMatchObject({ exitCode: 3 })
  expect([records(), count(discard)]).toEqual([1, 1])
})

test('O7 what may have been published in an earlier run is never given up', async () => {
  const { send, count, records } = await sender([refused(500, 'internal'), refused(403, 'monthUsedUp')])
  await send()
  expect(await send()).toMatchObject({ exitCode: 3 })
  expect([records(), count(discard)]).toEqual([1, 0])
})

test('O7 O9 a token without the scope to send is told which it lacks, and how one has it, in one sentence', async () => {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'empty.txt'), '')
  const { url } = await fakeServer({
    'GET /api/token': () => ({ body: whoAmI }),
    'POST /stsAuth': () => ({
      status: 403,
      body: { error: { code: 'scopeMissing', message: 'no', details: { scope: 'send' } } },
    }),
  })
  const { exitCode, events } = await runHere(cwd, { SAMPAN_TOKEN: 'smp_x', SAMPAN_SERVER: url }, 'send', 'empty.txt', '--link')
  expect({ exitCode, error: events.at(-1) }).toMatchObject({
    exitCode: 3,
    error: {
      code: 'scopeMissing',
      message:
        'This log-in or token lacks the scope “send”: run `sampan login` anew, or make a token with it in the dashboard under “API tokens”.',
    },
  })
})

test('M1 O7 with --team each call that sends names the team of the account; without one it is said', async () => {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'empty.txt'), '')
  const named: (string | undefined)[] = []
  let teams = [{ ownerId: id, name: 'Harbour', role: 'member' }]
  const noting =
    (answer: Answer) =>
    (_: string, { headers }: IncomingMessage) => {
      named.push(headers['sampan-team']?.toString())
      return answer
    }
  const { url } = await fakeServer({
    'GET /api/token': () => ({ body: whoAmI }),
    'GET /api/teams': () => ({ body: { teams } }),
    'POST /stsAuth': noting({ body: ticket }),
    'POST /api/uploads': () => ({ status: 201, body: plan }),
    [`GET /api/uploads/${id}`]: () => ({ body: { ...plan, state: 'open', received: [] } }),
    'POST /quicksend2': noting({ body: transfer }),
  })
  const send = (...more: string[]) =>
    runHere(cwd, { SAMPAN_TOKEN: 'smp_x', SAMPAN_SERVER: url }, 'send', 'empty.txt', '--link', ...more)
  expect((await send('--team')).exitCode).toBe(0)
  expect([named.length > 1, ...new Set(named)]).toEqual([true, id])
  named.length = 0
  expect((await send()).exitCode).toBe(0)
  expect([named.length > 1, ...new Set(named)]).toEqual([true, undefined])
  teams = []
  expect((await send('--team')).events.at(-1)).toMatchObject({ event: 'error', code: 'noTeam' })
})
