import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { send } from '../../../test/support/dashboard.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const files = [{ path: 'a.bin', bytes: Buffer.from('abc') }]
const people = (count: number, from = 0) => Array.from({ length: count }, (_, i) => ({ email: `p${from + i}@example.com` }))
const bring = (account: Account, contacts: object[], importKey: string = randomUUID(), more: object = {}) =>
  account.call('POST', '/api/contacts/import', { importKey, contacts, ...more })
const listOf = async (account: Account) => (await account.call('GET', '/api/contacts?limit=200')).json

test('K2 a free account keeps 20 contacts: the next is refused, sending goes on and stores nobody new', async () => {
  const account = await Account.create(server)
  expect((await bring(account, people(19))).json).toEqual({ added: 19, known: 0, leftOut: 0 })
  expect((await account.call('POST', '/api/contacts', { email: 'p19@example.com' })).status).toBe(200)
  const refused = await account.call('POST', '/api/contacts', { email: 'p20@example.com' })
  expect([refused.status, refused.json.error.code]).toEqual([403, 'contactsFull'])
  expect(refused.json.error.details).toMatchObject({ role: 'free', limit: 20 })
  await send(account, files, { emailTo: [{ email: 'p0@example.com' }, { email: 'new@example.com' }] })
  const { contacts, allCount, most: max } = await listOf(account)
  expect([allCount, max]).toEqual([20, 20])
  expect(contacts[0]).toMatchObject({ email: 'p0@example.com', timesSent: 1 })
  expect(contacts.some(({ email }: { email: string }) => email === 'new@example.com')).toBe(false)
  await account.setOwner({ role: 'personal' })
  expect((await account.call('POST', '/api/contacts', { email: 'p20@example.com' })).status).toBe(200)
  expect((await listOf(account)).most).toBeNull()
})

test('K2 R15 of 50 that race for the last two places two are kept', async () => {
  const account = await Account.create(server)
  await bring(account, people(18))
  const replies = await Promise.all(people(50, 100).map((person) => account.call('POST', '/api/contacts', person)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(replies.filter(({ json }) => json.error?.code === 'contactsFull')).toHaveLength(48)
  expect((await listOf(account)).allCount).toBe(20)
})

test('K2 R15 sendings and imports that race keep 20 and no address twice', async () => {
  const account = await Account.create(server)
  const emailTo = people(6, 50)
  await Promise.all([
    bring(account, people(12)),
    bring(account, people(12, 6)),
    ...[0, 1, 2].map(() => send(account, files, { emailTo })),
  ])
  const { contacts, allCount } = await listOf(account)
  expect(allCount).toBe(20)
  expect(new Set(contacts.map(({ email }: { email: string }) => email)).size).toBe(20)
})

test('T6 H3 an import fills in what is empty, overwrites nothing, and told again tells the same', async () => {
  const account = await Account.create(server, { role: 'pro' })
  await account.call('POST', '/api/contacts', { email: 'p0@example.com', name: 'Hers' })
  const group = (await account.call('POST', '/api/contact-groups', { name: 'Fair' })).json.group._id
  const given = [
    { email: 'P0@example.com', name: 'Other', company: 'Berg AB' },
    { email: 'p1@example.com', name: 'Bo' },
    { email: 'p1@example.com', note: 'twice' },
  ]
  const importKey = randomUUID()
  const both = await Promise.all([0, 1].map(() => bring(account, given, importKey, { groupId: group })))
  for (const { json } of [...both, await bring(account, given, importKey, { groupId: group })])
    expect(json).toEqual({ added: 1, known: 1, leftOut: 0 })
  const { contacts, groups } = await listOf(account)
  expect(contacts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ email: 'p0@example.com', name: 'Hers', company: 'Berg AB', groupIds: [group] }),
      expect.objectContaining({ email: 'p1@example.com', name: 'Bo', note: 'twice', groupIds: [group] }),
    ]),
  )
  expect(groups).toMatchObject([{ count: 2 }])
})

test('T6 an import with one wrong line is refused whole', async () => {
  const account = await Account.create(server)
  const { status, json } = await bring(account, [...people(2), { email: 'nowhere' }])
  expect([status, json.error.fields]).toEqual([400, { 'contacts.2.email': 'invalidEmail' }])
  expect((await listOf(account)).allCount).toBe(0)
})

test('T6 10,000 rows at once, told before which are known, exported and deleted', async () => {
  const account = await Account.create(server, { role: 'pro' })
  const all = people(10_000)
  expect((await bring(account, all)).json).toEqual({ added: 10_000, known: 0, leftOut: 0 })
  expect((await bring(account, [...all, { email: 'x@example.com' }])).status).toBe(400)
  const emails = [...all.slice(0, 9999).map(({ email }) => email), 'new@example.com']
  expect((await account.call('POST', '/api/contacts/known', { emails })).json.known).toHaveLength(9999)
  const csv = await fetch(`${server.url}/api/contacts/export?format=csv`, {
    headers: { authorization: `Bearer ${account.accessToken}` },
  })
  expect((await csv.text()).split('\r\n')).toHaveLength(10_002)
  const { contacts } = await listOf(account)
  const contactIds = contacts.map(({ _id }: { _id: string }) => _id)
  expect((await account.call('POST', '/api/contacts/delete', { contactIds })).json).toEqual({ deleted: 200 })
  expect((await account.call('POST', '/api/contacts/delete', { contactIds })).json).toEqual({ deleted: 0 })
})

test('T6 R37 an export neutralises formulas, and vCards hold nothing but what is theirs', async () => {
  const account = await Account.create(server)
  await bring(account, [{ email: 'li@example.cn', name: '=HYPERLINK("http://evil")', note: 'END:VCARD\nBEGIN:VCARD' }])
  const read = async (format: string) => {
    const headers = { authorization: `Bearer ${account.accessToken}` }
    const reply = await fetch(`${server.url}/api/contacts/export?format=${format}`, { headers })
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="contacts\.(csv|vcf)"$/)
    return Buffer.from(await reply.arrayBuffer()).toString()
  }
  expect(await read('csv')).toContain(`li@example.cn,"'=HYPERLINK(""http://evil"")",,"END:VCARD\nBEGIN:VCARD"\r\n`)
  expect((await read('vcard')).match(/^BEGIN:VCARD/gm)).toHaveLength(1)
})
