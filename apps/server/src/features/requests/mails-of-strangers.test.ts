/** Mails that strangers at an open link cause: to whoever they name, and to whoever asks (R6, R41). */
import { randomBytes } from 'node:crypto'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { get } from '../../../test/support/reader.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  const mailbox = 'mailboxMails=3/3600,mailboxMailsDay=4/86400'
  const strangers = 'receiptNetwork=8/3600,receiptRequest=6/86400,commentNetwork=24/3600,commentStrangers=22/3600'
  server = await startTestServer({
    RATE_LIMITS: `${mailbox},${strangers},requestSubmit=1000/3600,noticeProofAddress=2/86400`,
    PLAN_LIMITS: 'free.requestsPerMonth=100',
    TRUST_PROXY: '127.0.0.1',
  })
})
afterAll(() => server.close())

let count = 0
const someone = () => `stranger${++count}@example.com`
/** Each stranger comes from a network of their own, where it is not said otherwise. */
const from = (address = `198.51.100.${++count}`) => ({ 'x-forwarded-for': address })
const bait = 'CLICK-HERE-evil.example.pdf'
const files = [{ path: bait, bytes: randomBytes(100) }]

type Asked = { asker: Account; detail: RequestDetail; slug: string; call: Account['call']; read: () => Promise<RequestDetail> }
async function ask(more: object = {}, asker?: Account): Promise<Asked> {
  const account = asker ?? (await Account.create(server))
  const call: Account['call'] = (method, path, body) => account.call(method, `/api/requests${path}`, body)
  const { status, json } = await call('POST', '', { title: 'Papers', emailField: 'optional', ...more })
  expect([status, json]).toMatchObject([201, {}])
  const { slug } = json.request
  return { asker: account, detail: json, slug, call, read: async () => (await call('GET', `/${slug}`)).json }
}
const stranger = ({ detail }: Asked, address?: string) => new Supplier(server, detail.request.linkUrl!, from(address))
const idle = () =>
  waitFor(async () => {
    const { rows } = await server.services.db.execute(
      sql`select 1 from graphile_worker.jobs where locked_at is not null or (attempts = 0 and run_at <= now())`,
    )
    return rows.length === 0
  })
const written = async ({ asker }: Asked) =>
  (await server.mailsTo(asker.email)).filter(({ subject }) => / about |messages/.test(subject ?? ''))

test('R41 R6 of many sendings that name a foreign address a few receipts come, the rest in one, and no word of the sender is in them', async () => {
  const made = await ask()
  const victim = someone()
  const said = { email: victim, name: 'EVIL NAME', message: 'EVIL MESSAGE' }
  for (let i = 0; i < 6; i++) expect((await stranger(made).sendFiles(files, {}, said)).json.receiptTo).toBe(victim)
  await idle()
  expect(await server.mailsTo(victim)).toHaveLength(3)
  await server.services.db.execute(
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'requests:receipt'), run_at := now())`,
  )
  await idle()
  expect(await server.mailsTo(victim)).toHaveLength(3)
  server.moveClock(3601)
  await server.runJobs('requests:receipt')
  await idle()
  const mails = await server.mailsTo(victim)
  expect(mails).toHaveLength(4)
  // The mails that had their turn told of what had come by then; the last one has all that waited.
  expect(mails[3]!.text!.match(/1 file/g)!.length).toBeGreaterThanOrEqual(3)
  for (const { text, html, subject } of mails) expect(`${text}${html}${subject}`).not.toMatch(/EVIL|evil|CLICK|Papers/)
  expect(mails[0]!.text).toContain(made.asker.email)
  expect(mails[0]!.text).toContain(`/r/${made.slug}`)
  expect(mails[0]!.headers.find(({ key }) => key === 'list-unsubscribe')).toBeTruthy()
})

test('R41 receipts to addresses that nobody has proven are counted by network and by request; what was sent counts all the same', async () => {
  const made = await ask()
  const tell = async (of: Asked, address?: string) =>
    (await stranger(of, address).sendFiles(files, {}, { email: someone() })).json
  const byRequest = []
  for (let i = 0; i < 8; i++) byRequest.push(await tell(made))
  expect(byRequest.map(({ receiptTo }) => receiptTo !== null)).toEqual([...Array(6).fill(true), false, false])
  expect(new Set(byRequest.map(({ state }) => state))).toEqual(new Set(['received']))
  const others = [await ask(), await ask()]
  const byNetwork = []
  for (let i = 0; i < 10; i++) byNetwork.push(await tell(others[i % 2]!, '203.0.113.7'))
  expect(byNetwork.map(({ receiptTo }) => receiptTo !== null)).toEqual([...Array(8).fill(true), false, false])
})

test('R2 each receipt goes to the address of its own sending; who has proven it in that browser, or is asked there, is told everything', async () => {
  const made = await ask()
  const supplier = stranger(made)
  const [first, second] = [someone(), someone()]
  await supplier.verify(second)
  await supplier.sendFiles(files, {}, { email: first })
  await supplier.sendFiles(files, {}, { email: second })
  expect((await server.mailTo(second, /reached/)).text).toContain('CLICK-HERE')
  expect((await server.mailTo(first)).text).not.toContain('CLICK-HERE')
  expect((await server.mailsTo(first)).length).toBe(1)
  const invited = someone()
  const byMail = await ask({ sendAs: 'email', emailTo: [{ email: invited }] })
  await new Supplier(server, byMail.detail.suppliers[0]!.linkUrl!).sendFiles(files)
  const receipt = await server.mailTo(invited, /reached/)
  expect([receipt.text!.includes('CLICK-HERE'), receipt.text!.includes(byMail.detail.suppliers[0]!.linkUrl!)]).toEqual([
    true,
    true,
  ])
})

test('R6 R41 what strangers write is counted by network and request, and told in one mail', async () => {
  const made = await ask()
  const say = async (of: Asked, address?: string) => {
    const writer = stranger(of, address)
    return (await writer.call('POST', writer.address('/comments'), { text: `No ${++count}` })).status
  }
  const answers = []
  for (let i = 0; i < 24; i++) answers.push(await say(made))
  expect(answers).toEqual([...Array(22).fill(201), 429, 429])
  const others = [await ask(), await ask()]
  const ofNetwork = []
  for (let i = 0; i < 26; i++) ofNetwork.push(await say(others[i % 2]!, '203.0.113.8'))
  expect(ofNetwork).toEqual([...Array(24).fill(201), 429, 429])
  await idle()
  expect(await written(made)).toHaveLength(0)
  await server.runJobs('requests:written')
  await server.runJobs('requests:written')
  const mails = await written(made)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toContain('Papers')
  expect(mails[0]!.text).toContain('and 2 more messages')
  // A repeated call is one; the next mail tells of the next alone.
  const writer = stranger(others[0]!)
  for (let i = 0; i < 2; i++)
    await writer.call('POST', writer.address('/comments'), { text: 'Once' }, { 'idempotency-key': 'same' })
  await server.runJobs('requests:written')
  const later = (await written(others[0]!)).at(-1)!
  expect(later.text!.match(/Once/g)).toHaveLength(1)
  expect(later.text).not.toContain('No ')
})

test('R6 notices go to another address once its reader has said so, and to the account until then', async () => {
  const other = someone()
  const made = await ask({ notifyEmail: other })
  expect(made.detail.request).toMatchObject({ notifyEmail: other, notifyEmailState: 'waiting' })
  const proof = await server.mailTo(other)
  expect(proof.text).toContain(made.asker.email)
  expect(proof.text).not.toContain('Papers')
  const path = /\/notices\/[\w.-]+/.exec(proof.text!)![0]
  const notice = async () => {
    await stranger(made).sendFiles(files)
    await server.runJobs('requests:announce')
  }
  await notice()
  await server.mailTo(made.asker.email, /received for/)
  expect(await server.mailsTo(other)).toHaveLength(1)
  // Programs that look at mails follow their links.
  const page = await get(server.url + path, { 'accept-language': 'en' })
  expect([page.status, page.bytes.toString().includes(other)]).toEqual([200, true])
  await get(server.url + path, {}, 'HEAD')
  await get(`${server.url}/api${path}`)
  expect((await made.read()).request.notifyEmailState).toBe('waiting')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = () => fetch(server.url + path, { method: 'POST', headers: form, redirect: 'manual' })
  for (let i = 0; i < 2; i++) expect([(await post()).status, (await post()).headers.get('location')]).toEqual([303, path])
  expect((await made.read()).request.notifyEmailState).toBe('proven')
  await notice()
  expect((await server.mailTo(other, 2)).subject).toContain('received for')
  // It is remembered for the account, and for no other one.
  const next = await ask({ notifyEmail: other }, made.asker)
  const foreign = await ask({ notifyEmail: other })
  expect([next.detail.request.notifyEmailState, foreign.detail.request.notifyEmailState]).toEqual(['proven', 'waiting'])
  expect((await ask({ notifyEmail: made.asker.email }, made.asker)).detail.request.notifyEmailState).toBeNull()
  for (const wrong of ['x', `${path.slice(9, -1)}x`, `A${path.slice(10)}`]) {
    expect((await get(`${server.url}/notices/${wrong}`)).status, wrong).toBe(404)
    expect((await fetch(`${server.url}/notices/${wrong}`, { method: 'POST' })).status, wrong).toBe(404)
  }
})

test('R6 an address for notices is asked so often a day, also by a request that is changed', async () => {
  const other = someone()
  const made = await ask()
  const changed = await made.call('PATCH', `/${made.slug}`, { notifyEmail: other })
  expect(changed.json.request.notifyEmailState).toBe('waiting')
  await made.call('PATCH', `/${made.slug}`, { notifyEmail: other, title: 'The same address' })
  await idle()
  expect(await server.mailsTo(other)).toHaveLength(1)
  const resend = () => made.call('POST', `/${made.slug}/noticeProof`)
  const again = await resend()
  expect([again.status, again.json]).toEqual([200, { notifyEmailState: 'waiting' }])
  await server.mailTo(other, 2)
  expect((await resend()).json.error.code).toBe('rateLimited')
})

test('R3 R41 a rejection leads a stranger to the open link, without names where the address is not proven; who was removed gets none', async () => {
  const made = await ask()
  const [unproven, proven, gone] = [someone(), someone(), someone()]
  const reject = async (of: Asked, email: string) => {
    const detail = await of.read()
    const { slots } = detail.suppliers.find((supplier) => supplier.email === email)!
    const fileIds = slots.flatMap((slot) => slot.files.map(({ fileId }) => fileId))
    expect(
      (await of.call('POST', `/${of.slug}/decisions`, { fileIds, decision: 'rejected', reason: 'Too blurred' })).status,
    ).toBe(200)
  }
  await stranger(made).sendFiles(files, {}, { email: unproven })
  const known = stranger(made)
  await known.verify(proven)
  await known.sendFiles(files, {}, { email: proven })
  for (const email of [unproven, proven]) await reject(made, email)
  await server.runJobs('requests:mailSupplier')
  const bare = await server.mailTo(unproven, /sent files back/)
  expect(bare.text).not.toMatch(/CLICK|blurred/)
  const whole = await server.mailTo(proven, /sent back/)
  expect(whole.text).toContain('Too blurred')
  for (const { text } of [bare, whole]) {
    const link = /\/r\/\S+/.exec(text!)![0]
    expect([link, (await fetch(`${server.url}/api${link}`)).status]).toEqual([`/r/${made.slug}`, 200])
  }

  const byMail = await ask({ sendAs: 'email', emailTo: [{ email: gone }] })
  const [{ _id, linkUrl }] = byMail.detail.suppliers as [RequestDetail['suppliers'][number]]
  await new Supplier(server, linkUrl!).sendFiles(files)
  await server.mailTo(gone, /reached/)
  expect((await byMail.call('DELETE', `/${byMail.slug}/suppliers/${_id}`)).status).toBe(200)
  await reject(byMail, gone)
  await server.runJobs('requests:mailSupplier')
  await idle()
  expect((await server.mailsTo(gone)).filter(({ subject }) => subject?.includes('back'))).toEqual([])
})
