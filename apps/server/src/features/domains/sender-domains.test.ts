import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SenderView } from '@sampan/contract/routes/sender-domains'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { uploaded } from '../../../test/support/account-sends.ts'
import { startDnsServer } from '../../../test/support/dns-server.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { verifyDkim } from '../../../test/support/verify-dkim.ts'
import { senderDomains } from '../../db/tables.ts'

const zone: Parameters<typeof startDnsServer>[0] = {}
let dns: Awaited<ReturnType<typeof startDnsServer>>
let server: TestServer
beforeAll(async () => {
  dns = await startDnsServer(zone)
  server = await startTestServer({
    BILLING: 'off',
    BILLING_PLAN: 'business',
    MAIL_FROM: 'files@sampan-test.com',
    DNS_SERVERS: dns.address,
  })
})
afterAll(async () => {
  await server?.close()
  await dns?.close()
})
beforeEach(() => {
  for (const name of Object.keys(zone)) delete zone[name]
})

const host = 'acme-test.com'
const take = async (account: Account, more: object = {}): Promise<SenderView> =>
  (await account.call('PUT', '/api/sender-domain', { host, localPart: 'files', ...more })).json
const check = async (account: Account): Promise<SenderView> => (await account.call('POST', '/api/sender-domain/check')).json
const setUp = ({ domain }: SenderView) => {
  for (const { name, value } of domain!.records) zone[name] = { TXT: [value] }
}
let count = 0
/** The mail of a new transfer, as it left. */
async function mailOf(account: Account): Promise<{ from: string; raw: string }> {
  const to = `reader${++count}.${account.userId.slice(0, 8)}@example.com`
  await account.publish((await uploaded(account)).slug, { emailTo: [{ email: to }] })
  const { from } = await server.mailTo(to)
  const outbox = join(server.services.config.dataDir, 'outbox')
  const raw = readdirSync(outbox)
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
    .find((text) => text.includes(`To: ${to}`))!
  return { from: from!.address!, raw }
}
const keyInDns = (selector: string, domain: string): string => {
  const records = zone[`${selector}._domainkey.${domain}`]
  return typeof records === 'object' ? records.TXT![0]!.replace(/^.*p=/, '') : ''
}

test('B3 R39 mails come from a domain once its key is in DNS, signed for it, and from the usual address before and after', async () => {
  const account = await Account.create(server)
  const view = await take(account)
  expect(view.domain).toMatchObject({
    address: 'files@acme-test.com',
    state: 'waiting',
    records: [{ state: 'missing', isSigning: false }],
  })
  const before = await mailOf(account)
  expect(before.from).toBe('files@sampan-test.com')
  expect(() => verifyDkim(before.raw, keyInDns)).toThrow('not signed')
  setUp(view)
  expect((await check(account)).domain).toMatchObject({ state: 'verified', records: [{ state: 'right', isSigning: true }] })
  const own = await mailOf(account)
  expect(own.from).toBe('files@acme-test.com')
  const verified = verifyDkim(own.raw, keyInDns)
  expect(verified).toMatchObject({ isRight: true, domain: host })
  expect(verified.signed).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'date', 'message-id']))
  expect(verifyDkim(own.raw.replace(/^Subject: .*$/m, 'Subject: Other'), keyInDns).isRight).toBe(false)
  expect(own.raw).toContain(`Reply-To: ${account.email}`)

  // Silent name servers change nothing; a record that is gone does, and its owner is told once.
  const { name } = view.domain!.records[0]!
  const kept = zone[name]!
  zone[name] = 'broken'
  expect((await check(account)).domain!.state).toBe('verified')
  delete zone[name]
  await server.services.db.update(senderDomains).set({ checkedAt: null })
  await server.runJobs('domains:check')
  await server.runJobs('domains:check')
  expect((await server.mailTo(account.email, /no longer come/)).text).toContain('/dash/account/domain')
  expect((await server.mailsTo(account.email)).filter(({ subject }) => subject?.includes('no longer come'))).toHaveLength(1)
  expect((await mailOf(account)).from).toBe('files@sampan-test.com')
  zone[name] = kept
  expect((await check(account)).domain!.state).toBe('verified')
  await account.call('DELETE', '/api/sender-domain')
  expect((await mailOf(account)).from).toBe('files@sampan-test.com')
})

test('B3 a key is renewed with both in DNS: the old one signs until the new one is there', async () => {
  const account = await Account.create(server)
  const first = await take(account)
  setUp(first)
  await check(account)
  const renewed: SenderView = (await account.call('POST', '/api/sender-domain/keys')).json
  expect(renewed.domain!.records.map(({ state, isSigning }) => [state, isSigning])).toEqual([
    ['missing', false],
    ['right', true],
  ])
  expect(verifyDkim((await mailOf(account)).raw, keyInDns).isRight).toBe(true)
  setUp(renewed)
  expect((await check(account)).domain!.records.map(({ isSigning }) => isSigning)).toEqual([true, false])
  // The old one may go from DNS now.
  delete zone[first.domain!.records[0]!.name]
  expect((await check(account)).domain!.state).toBe('verified')
  expect(verifyDkim((await mailOf(account)).raw, keyInDns).isRight).toBe(true)
})

test('B3 R26 nobody sends from a domain of somebody else: each has a key of their own, which DNS has to have', async () => {
  const [account, other] = await Promise.all([Account.create(server), Account.create(server)])
  setUp(await take(account))
  await check(account)
  const theirs = await take(other)
  expect(theirs.domain!.records[0]!.name).not.toBe((await check(account)).domain!.records[0]!.name)
  expect((await check(other)).domain!.state).toBe('waiting')
  expect((await mailOf(other)).from).toBe('files@sampan-test.com')
})

test('B3 R26 pmDomainID of a sending is the own domain’s; an unknown or a foreign one is refused by its name, and the upload waits', async () => {
  const [account, other] = await Promise.all([Account.create(server), Account.create(server)])
  const [own, foreign] = [await take(account), await take(other)]
  setUp(own)
  await check(account)
  const { slug } = await uploaded(account)
  const publish = (pmDomainID: string | null) => account.publish(slug, { emailTo: [{ email: 'chosen@example.com' }], pmDomainID })
  for (const wrong of [foreign.domain!.id, '00000000-0000-4000-8000-000000000000', 'acme-test.com']) {
    const { status, json } = await publish(wrong)
    expect([status, json.error.code, json.error.fields], wrong).toEqual([400, 'invalidInput', { pmDomainID: 'invalid' }])
  }
  const sent = await publish(own.domain!.id)
  expect(sent.status).toBe(200)
  const mail = (pmDomainID: string) => account.call('POST', '/SendTransferEmail', { _id: sent.json._id, pmDomainID })
  expect((await mail(foreign.domain!.id)).json.error.fields).toEqual({ pmDomainID: 'invalid' })
  expect((await mail(own.domain!.id)).status).toBe(200)
  expect((await server.mailTo('chosen@example.com')).from?.address).toBe('files@acme-test.com')
  expect(
    (await account.publish((await uploaded(account)).slug, { emailTo: [{ email: 'b@example.com' }], pmDomainID: null })).status,
  ).toBe(200)
})

test.each([
  [{ host: 'sampan-test.com' }, 'host'],
  [{ host: 'below.sampan-test.com' }, 'host'],
  [{ host: '192.0.2.1' }, 'host'],
  [{ localPart: '' }, 'localPart'],
  [{ localPart: 'a b' }, 'localPart'],
  [{ localPart: 'x\r\nBcc: y' }, 'localPart'],
])('B3 R28 %j is refused', async (more, field) => {
  const account = await Account.create(server)
  const { status, json } = await account.call('PUT', '/api/sender-domain', { host, localPart: 'files', ...more })
  expect([status, Object.keys(json.error.fields)]).toEqual([400, [field]])
})

test('B3 a key is as DNS may have it: in pieces, with spaces, in any order; another is another', async () => {
  const account = await Account.create(server)
  const view = await take(account)
  const { name, value } = view.domain!.records[0]!
  const key = value.replace(/^.*p=/, '')
  zone[name] = { TXT: [`p=${key.slice(0, 100)} ${key.slice(100)};  v=DKIM1`] }
  expect((await check(account)).domain!.state).toBe('verified')
  zone[name] = { TXT: [`v=DKIM1; k=rsa; p=${key.replace('A', 'B')}`] }
  expect((await check(account)).domain!.records[0]).toMatchObject({ state: 'other' })
  expect((await check(account)).domain!.dmarc.state).toBe('missing')
  zone[`_dmarc.${host}`] = { TXT: ['v=DMARC1; p=reject'] }
  expect((await check(account)).domain!.dmarc.state).toBe('right')
})
