/** Moving here from Pingvin Share: what comes over, what stays behind, and that each comes once. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { get } from '../../../test/support/reader.ts'
import { Browser } from '../../../test/support/sender.ts'
import { stateOf } from '../../../test/support/state-dump.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { withUploadPurposes } from '../../app.ts'
import { importedForCopy } from '../../features/imports/index.ts'
import { fsck } from '../fsck/command.ts'
import { callCommand, commandActs, poolOf } from '../test-store.ts'
import { importPingvin } from './command.ts'
import { readPingvin } from './pingvin.ts'
import { runImport } from './run.ts'
import { openSqlite } from './sqlite.ts'
import { password, pingvin, sharePassword } from './test-pingvin.ts'
import { removeInstalled } from './test-source.ts'

let server: TestServer
let source: Awaited<ReturnType<typeof pingvin>>
let taker: Account
beforeAll(async () => {
  server = await startTestServer()
  source = await pingvin(server.services.clock())
  taker = await Account.create(server)
})
afterAll(() => server?.close())
afterAll(removeInstalled)

type Values = Record<string, string | boolean>
async function call(values: Values = {}, of: { database: string; files: string } = source) {
  const out: string[] = []
  const given = { values: { database: of.database, files: of.files, ...values }, operands: [] }
  const code = await callCommand(importPingvin, server.services.config, poolOf(server).options, given, out)
  return { code, text: out.join('\n') }
}
const rows = async <R extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await server.services.db.execute<R>(query)).rows

/** By its old address, without following. */
const lead = async (path: string) => (await get(`${server.url}${path}`, { accept: 'text/html' })).headers.get('location')

async function fileByOldLink(path: string, name: string): Promise<Buffer> {
  const to = (await lead(path))!
  expect(to).toMatch(/^\/w\/[0-9A-Za-z]{7}$/)
  const slug = to.split('/').at(-1)
  const view = await (await fetch(`${server.url}/api/transfers/${slug}`)).json()
  const file = view.files.find((each: { path: string }) => each.path === name)
  return (await get(`${server.url}/api/transfers/${slug}/files/${file.fileId}?dl=${encodeURIComponent(view.dl)}`)).bytes
}

test('O9 O11 a dry run changes nothing and tells what would come over', async () => {
  const before = await stateOf(server)
  const dry = await call({ 'dry-run': true })
  expect(await stateOf(server)).toEqual(before)
  expect(dry.code).toBe(1)
  expect(dry.text).toContain('Would come over: 2 accounts, 4 shares, 1 request, with 7 files of 9.44 MB.')
  expect(dry.text).toContain('Nothing was changed.')
  expect(await commandActs(server)).toEqual([])
})

test('O9 O11 accounts, shares and upload pages come over; what cannot is told, and the rest goes on', async () => {
  const report = join(server.services.config.dataDir, 'report.csv')
  const done = await call({ report, 'owner-of-anonymous': taker.email, 'mail-people': true })
  expect(done.code).toBe(1)
  expect(await commandActs(server)).toEqual(['imported pingvin'])
  for (const line of [
    'account  anna@example.com: came over; was an administrator there, and is an ordinary account here',
    'account  bo@example.com: came over; had no password there, and chooses one by “Forgot password”',
    'account  robot: stays behind; it has no address that could be mailed',
    'file     /share/plan a.txt: came over; it is called a (2).txt here',
    'file     /share/plan ../../outside.txt: stays behind; its name cannot be kept',
    'file     /share/plan half.bin: stays behind; it is damaged: it has 50 bytes instead of 100',
    'share    /share/plan: came over; an address that it was sent to is none; without 2 of its 6 files',
    'share    /share/secret: came over',
    'share    /share/expired: stays behind; it has expired',
    'share    /share/unfinished: stays behind; its upload was never finished',
    'share    /share/used: stays behind; its views are used up',
    'file     /share/gone lost.txt: stays behind; it is missing',
    'share    /share/gone: stays behind; none of its files can be read',
    'file     /share/torn torn.txt: stays behind; it is damaged: it has 4 bytes instead of 9',
    'request  /upload/Put-files-here: came over',
    'request  /upload/over: stays behind; it was used up',
    'Logged in by another service there: 1. Each connects it here anew, where you offer it.',
    'Came over: 2 accounts, 5 shares, 1 request, with 8 files of 9.44 MB.',
  ])
    expect(done.text.split('\n')).toContain(line)
  expect(readFileSync(report, 'utf8')).toContain('share,/share/expired,stays behind,it has expired\r\n')
})

test('O9 what came over has its words, times, people and limits, and is counted to its owner', async () => {
  const [plan] = await rows(sql`select t.* from transfers t join imported i on i.transfer_id = t.id where i.alias = 'plan'`)
  expect(plan).toMatchObject({ state: 'active', title: 'Harbour 港口', message: 'For you 🌊', sender_email: 'anna@example.com' })
  expect(new Date(plan!.sent_at as string)).toEqual(source.ago)
  expect(new Date(plan!.expires_at as string)).toEqual(source.later)
  const people = await rows(sql`select email, mail_state from recipients where transfer_id = ${plan!.id}`)
  expect(people).toEqual([{ email: 'li@example.cn', mail_state: 'sent' }])
  const [secret] = await rows(sql`select t.* from transfers t join imported i on i.transfer_id = t.id where i.alias = 'secret'`)
  expect(secret).toMatchObject({ download_limit: 2, send_as: 'link' })
  const [usage] = await rows(sql`select o.* from owners o join users u on u.owner_id = o.id where u.email = 'anna@example.com'`)
  const held = 9 * 1024 * 1024 + 3 + 3 + source.bytes.secret['plan.txt'].length + source.bytes.inbox['in.txt'].length
  expect(usage).toMatchObject({ used_bytes: String(held), reserved_bytes: '0' })
  const [request] = await rows(sql`select * from file_requests`)
  expect(request).toMatchObject({ state: 'open', send_as: 'link', max_submissions: 3, max_file_bytes: '5000000' })
  const copied = await importedForCopy(server.services.db, usage!.id as string)
  expect(copied.map(({ oldName }) => oldName).sort()).toEqual(['Put-files-here', 'inbox', 'plan', 'secret'])
  expect(copied.find(({ oldName }) => oldName === 'plan')).toMatchObject({ source: 'pingvin', slug: plan!.slug })
  expect(await server.mailsTo('li@example.cn')).toEqual([])
  const out: string[] = []
  const given = { values: { deep: true }, operands: [] }
  expect(await callCommand(fsck, server.services.config, poolOf(server).options, given, out)).toBe(0)
})

test('O9 an old password logs in, and one of a share opens it', async () => {
  const logIn = (typed: string) =>
    new Browser(server).call('POST', '/combinedAuth', { email: 'anna@example.com', password: typed })
  expect((await logIn('another password')).status).toBe(401)
  expect((await logIn(password)).status).toBe(200)
  const slug = (await lead('/share/secret'))!.split('/').at(-1)
  const unlock = (typed: string) => new Browser(server).call('POST', `/api/transfers/${slug}/unlock`, { password: typed })
  expect((await unlock('another password')).status).toBe(401)
  expect((await unlock(sharePassword)).json.files).toMatchObject([{ path: 'plan.txt' }])
})

test('O9 whoever has an account here is told once: where to log in, or how to choose a password', async () => {
  const anna = await server.mailTo('anna@example.com', /Your files are on/)
  expect(anna.text).toContain('Log in with the password that you had.')
  const bo = await server.mailTo('bo@example.com')
  expect(bo.subject).toBe('Your files are on Sampan now')
  expect(bo.text).toContain('/login?forgotPass=1&user=bo%40example.com')
  await new Browser(server).call('POST', '/resetPasswordLink', { email: 'bo@example.com' })
  const token = new URL(
    /https?:\S+\/updatepassword\?\S+/.exec((await server.mailTo('bo@example.com', 2)).text!)![0],
  ).searchParams.get('t')
  const chosen = 'a password of my own'
  expect((await new Browser(server).call('POST', '/resetPassword', { token, password: chosen })).status).toBe(200)
  const logIn = await new Browser(server).call('POST', '/combinedAuth', { email: 'bo@example.com', password: chosen })
  expect(logIn.status).toBe(200)
})

test('O9 old links lead to what came over, whose bytes are the same; nothing else is behind them', async () => {
  for (const path of ['/share/plan', '/s/plan'])
    for (const [name, bytes] of Object.entries(source.bytes.plan))
      expect((await fileByOldLink(path, name)).equals(bytes), name).toBe(true)
  expect(await fileByOldLink('/share/plan', 'a (2).txt')).toEqual(Buffer.from('two'))
  expect(await fileByOldLink('/share/inbox', 'in.txt')).toEqual(source.bytes.inbox['in.txt'])
  expect(await lead('/upload/Put-files-here')).toMatch(/^\/r\/[0-9A-Za-z]{7}$/)
  for (const path of ['/share/expired', '/share/unknown', '/s/Put-files-here', '/upload/plan', '/r/Put-files-here'])
    expect(await get(`${server.url}${path}`, { accept: 'text/html' }), path).toMatchObject({ status: 404 })
  expect((await get(`${server.url}/share`, { accept: 'text/html' })).status).toBe(200)
  // The last downloads are counted behind their answers.
  const counted = 2 * Object.keys(source.bytes.plan).length + 2
  await expect.poll(() => rows(sql`select sum(download_count)::int as counted from transfers`)).toEqual([{ counted }])
})

test('O9 called again, everything was here before', async () => {
  const before = await stateOf(server)
  const again = await call({ 'owner-of-anonymous': taker.email })
  expect(again.text).toContain('Came over: nothing, with 0 files of 0 B.')
  expect(again.text).toContain('Here before: 2 accounts, 5 shares, 1 request.')
  expect(await stateOf(server)).toEqual(before)
})

/** The same again under other names: `turn` is at the end of each. */
async function runTurn(services: TestServer['services'], turn: string) {
  const file = await openSqlite(source.database)
  const { users, shares, requests, ...rest } = readPingvin(file)
  file.close()
  const anew = <T extends { sourceId: string; alias: string | null }>(of: T) => ({
    ...of,
    sourceId: `${of.sourceId}:${turn}`,
    alias: `${of.alias}:${turn}`,
  })
  const again = {
    users: users.map((user) => ({ ...user, email: `${turn}-${user.email}` })),
    shares: shares.map(anew),
    requests: requests.map(anew),
  }
  const needs = {
    services: withUploadPurposes(services),
    source: { ...rest, ...again },
    folder: { root: source.files, key: null },
  }
  const report = { lines: [], remarks: [], files: 0, bytes: 0 }
  await runImport({ ...needs, language: 'en', isDry: false, isTold: false, nobodys: undefined, log: () => {} }, report)
}
const reservedOf = (turn: string) =>
  rows(sql`select o.reserved_bytes from owners o join users u on u.owner_id = o.id where u.email = ${`${turn}-anna@example.com`}`)
const cameOf = async (turn: string) =>
  (await rows(sql`select alias from imported where alias like ${`%:${turn}`} order by alias`)).map(({ alias }) => alias)
const allOf = (turn: string) => ['Put-files-here', 'forever', 'inbox', 'plan', 'secret'].map((alias) => `${alias}:${turn}`)

test('O9 broken off in the middle of a share and called again, each comes once and nothing is left of the first try', async () => {
  const { storage } = server.services
  const breaking = (how: () => Promise<never>): TestServer['services'] => {
    let parts = 0
    const writeAttempt: typeof storage.writeAttempt = (...given) => (++parts === 2 ? how() : storage.writeAttempt(...given))
    return { ...server.services, storage: Object.assign(Object.create(storage), { writeAttempt }) }
  }
  await expect(
    runTurn(
      breaking(() => Promise.reject(new Error('the disk is away'))),
      'second',
    ),
  ).rejects.toThrow('disk is away')
  expect(await reservedOf('second')).toEqual([{ reserved_bytes: '0' }])
  // As if it were killed there: it never comes to its end.
  await new Promise((resolve) => {
    void runTurn(
      breaking(() => new Promise<never>(() => resolve(undefined))),
      'second',
    )
  })
  expect(await reservedOf('second')).not.toEqual([{ reserved_bytes: '0' }])
  await runTurn(server.services, 'second')
  expect(await reservedOf('second')).toEqual([{ reserved_bytes: '0' }])
  expect((await cameOf('second')).sort()).toEqual(allOf('second').sort())
})

test('O9 two at once bring nothing twice, and what one stopped the other of comes with the next call', async () => {
  await Promise.allSettled([runTurn(server.services, 'third'), runTurn(server.services, 'third')])
  await runTurn(server.services, 'third')
  expect((await cameOf('third')).sort()).toEqual(allOf('third').sort())
  expect(await reservedOf('third')).toEqual([{ reserved_bytes: '0' }])
  const [made] = await rows(sql`select count(*)::int as transfers, count(distinct id)::int as ids from transfers
    where id in (select transfer_id from imported where alias like '%:third') or owner_id in (
      select o.id from owners o join users u on u.owner_id = o.id where u.email like 'third-%')`)
  expect(made!.transfers).toBe(4)
})

test('O9 what is no such database, or is being written, is refused before anything is read of it', async () => {
  const folder = server.services.config.dataDir
  const file = join(folder, 'no.db')
  writeFileSync(file, 'no database')
  await expect(call({}, { database: file, files: folder })).rejects.toThrow('is no database of SQLite')
  await expect(call({}, { database: join(folder, 'none'), files: folder })).rejects.toThrow('There is no file')
  await expect(call({}, { database: source.database, files: join(folder, 'none') })).rejects.toThrow('There is no folder')
  writeFileSync(`${source.database}-wal`, 'not in it yet')
  await expect(call()).rejects.toThrow('Stop the product that writes it')
})
