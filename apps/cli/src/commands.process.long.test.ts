/** What an account does with what it has sent and asked for, by the built client against a built server. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi } from '@sampan/client/api'
import { nodeTools } from '@sampan/client/upload/node'
import { startUpload } from '@sampan/client/upload/start-upload'
import { submitFiles } from '@sampan/contract/routes/request-page'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runIn, tree, write } from './testing/client.ts'
import { buildAll, mailTo, makeServer, type ServerProcess, signUp, type TestAccount, until } from './testing/server.ts'

vi.setConfig({ testTimeout: 300_000 })
let base: string
let server: ServerProcess
let account: TestAccount
let client: ReturnType<typeof runIn>
const tokenWith = async (...scopes: string[]): Promise<string> =>
  (await account.call('POST', '/api/tokens', { name: scopes.join(), scopes })).secret
const clientWith = (token: string) => runIn(base, join(base, 'home'), { SAMPAN_TOKEN: token, SAMPAN_SERVER: server.url })

beforeAll(async () => {
  buildAll()
  base = mkdtempSync(join(tmpdir(), 'sampan-cli-commands-'))
  server = await makeServer({ PLAN_LIMITS: 'free.transfersPerMonth=100' })
  await server.start()
  account = await signUp(server, 'anna@example.com')
  client = clientWith(await tokenWith('send', 'read', 'requests'))
}, 300_000)
afterAll(async () => {
  await server?.remove()
  rmSync(base, { recursive: true, force: true })
})

/** As somebody does who has the link of a request: a browser is known by its cookie. */
async function submit(slug: string, files: Record<string, Buffer>, documentId: string | null): Promise<void> {
  const jar = new Map<string, string>()
  const api = createApi({
    baseUrl: server.url,
    async fetch(input, init) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const reply = await fetch(input, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), ...(cookie && { cookie }) },
      })
      for (const line of reply.headers.getSetCookie()) jar.set(line.split('=')[0]!, /=([^;]*)/.exec(line)?.[1] ?? '')
      return reply
    },
  })
  const sources = Object.entries(files).map(([path, bytes]) => ({
    path,
    size: bytes.length,
    blob: new Blob([new Uint8Array(bytes)]),
  }))
  const upload = startUpload({ api, ticketRequest: { id: slug, type: 'request' }, files: sources, ...nodeTools() })
  const plan = await upload.done
  const documents = documentId ? [{ documentId, fileIds: plan.files.map(({ fileId }) => fileId) }] : []
  const body = { uploadId: plan.uploadId, name: 'Li', email: 'li@example.cn', documents }
  await api.call(submitFiles, { params: { slug }, body })
}

test('O7 what was sent is listed, shared, changed and lives longer', async () => {
  write(join(base, 'report.pdf'), 20_000)
  write(join(base, 'other.txt'), 5)
  const link = (await client('send', 'report.pdf', '--link').ended).out.trim()
  await client('send', 'other.txt', '--to', 'li@example.cn').ended
  const listed = await client('list', '--json').ended
  expect(listed).toMatchObject({ code: 0, err: '' })
  expect(listed.events).toMatchObject([
    { event: 'transfer', fileName: 'other.txt', state: 'pending', link: null },
    { event: 'transfer', fileName: 'report.pdf', state: 'active', link, bytes: 20_000 },
    { event: 'done', matchCount: 2 },
  ])
  expect((await client('list', 'report').ended).out).toMatch(/^Name .*\nreport\.pdf +1 +20 KB +Active /)
  expect(
    await client('share', 'report', '--title', 'Yearly report', '--limit', '5', '--password', 'dusk 2026').ended,
  ).toMatchObject({
    code: 0,
    out: `${link}\n`,
    err: 'Changed.\n',
  })
  expect(await client('extend', link, '1w', '--json').ended).toMatchObject({ code: 0, events: [{ event: 'extended' }] })
  await client('share', 'yearly', '--to', 'wei@example.cn').ended
  expect(await until(() => mailTo(server, 'wei@example.cn'))).toContain('/d/')
  const opened = await client('share', 'other.txt', '--link').ended
  expect(opened).toMatchObject({ code: 0, out: expect.stringMatching(/\/w\/\w{7}\n$/) })
})

test('O7 O9 a token that may only send shares by link; what it may not is said in words', async () => {
  write(join(base, 'note.txt'), 5)
  const sender = clientWith(await tokenWith('send'))
  const link = (await sender('send', 'note.txt', '--link').ended).out.trim()
  expect(await sender('extend', link, '1w').ended).toMatchObject({ code: 0 })
  expect(await sender('list').ended).toMatchObject({ code: 3, out: '', err: expect.stringContaining('lacks the scope “read”') })
  expect(await sender('request', 'list').ended).toMatchObject({ code: 3, err: expect.stringContaining('the scope “requests”') })
})

test('O7 R1 R3 files are asked for, come, are shown, fetched, gone on with after a kill, accepted and sent back', async () => {
  const asked = await client('request', 'ask', 'Papers for 2026', '--document', 'Passport', '--due', '2w', '--json').ended
  expect(asked).toMatchObject({ code: 0, err: '', events: [{ event: 'asked', title: 'Papers for 2026' }] })
  const { slug, link } = asked.events[0]
  expect(link).toBe(`${server.url}/r/${slug}`)
  expect((await client('request', 'receive', link, '--into', 'none').ended).err).toBe('Nothing has come yet.\n')
  const { documents } = await account.call('GET', `/api/requests/${slug}`)
  write(join(base, 'came/Passport/pass.pdf'), 30_000_000)
  write(join(base, 'came/extra.txt'), Buffer.from('abc'))
  await submit(slug, { 'pass.pdf': readFileSync(join(base, 'came/Passport/pass.pdf')) }, documents[0]._id)
  await submit(slug, { 'extra.txt': Buffer.from('abc') }, null)
  expect((await client('request', 'list', '--open').ended).out).toMatch(/Papers for 2026 +1 of 2 +2 .* Open +\w{7}\n$/)
  const shown = await client('request', 'show', 'papers').ended
  expect(shown.out).toMatch(/li@example.cn +Passport +Received +30 MB +pass\.pdf/)
  // Killed as soon as some of it is here, it goes on.
  const first = client('request', 'receive', 'papers', '--into', 'got', '--json')
  await until(() => first.out().includes('"event":"started"'))
  first.child.kill('SIGKILL')
  await first.ended
  const second = await client('request', 'receive', 'papers', '--into', 'got', '--json').ended
  expect(second).toMatchObject({ code: 0, err: '' })
  const got = Object.entries(tree(join(base, 'got')))
  const came = Object.entries(tree(join(base, 'came')))
  expect(got.map(([, sum]) => sum).sort()).toEqual(came.map(([, sum]) => sum).sort())
  expect(got.map(([path]) => path.replace(/^[^/]+\//, '')).sort()).toEqual(['Passport/pass.pdf', 'extra.txt'])
  // Nothing new has come, so nothing comes.
  const third = await client('request', 'receive', 'papers', '--into', 'got', '--json').ended
  expect(third.events.filter(({ event }) => event === 'file')).toEqual([])
  expect(await client('request', 'reject', slug, '--file', 'extra.txt', '--reason', 'empty').ended).toMatchObject({ code: 0 })
  expect((await client('request', 'accept', slug).ended).err).toBe('Accepted 1 file.\n')
  expect((await client('request', 'accept', slug).ended).code).toBe(1)
  expect((await client('request', 'show', slug).ended).out).toMatch(/Passport +Accepted/)
  expect((await client('request', 'close', slug).ended).err).toBe('Papers for 2026 takes nothing more.\n')
  expect((await client('request', 'list', '--ended', '--json').ended).events[0]).toMatchObject({ state: 'closed' })
})
