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
const add = (account: Account, email: string, more: object = {}) => account.call('POST', '/api/contacts', { email, ...more })
const list = async (account: Account, query = '') => (await account.call('GET', `/api/contacts${query}`)).json
const emailsOf = async (account: Account, query = ''): Promise<string[]> =>
  (await list(account, query)).contacts.map(({ email }: { email: string }) => email)
const group = async (account: Account, name: string): Promise<string> =>
  (await account.call('POST', '/api/contact-groups', { name })).json.group._id

test('T6 a contact is added once, changed and deleted; the same again changes nothing', async () => {
  const account = await Account.create(server)
  const first = await add(account, ' LI@example.cn ', { name: '李伟', company: '远洋贸易' })
  expect(first.json.contact).toMatchObject({ email: 'li@example.cn', name: '李伟', timesSent: 0, lastSentAt: null, groupIds: [] })
  const again = await add(account, 'li@example.cn', { name: '李伟', company: '远洋贸易' })
  expect(again.json).toEqual(first.json)
  const other = await add(account, 'li@example.cn', { name: 'Somebody else' })
  expect([other.status, other.json.error.code]).toEqual([409, 'contactTwice'])
  const path = `/api/contacts/${first.json.contact._id}`
  expect((await account.call('PATCH', path, { note: 'since 2019' })).json.contact).toMatchObject({
    name: '李伟',
    note: 'since 2019',
  })
  await add(account, 'anna@example.com')
  expect((await account.call('PATCH', path, { email: 'anna@example.com' })).json.error.code).toBe('contactTwice')
  expect((await account.call('PATCH', path, { email: 'wei@example.cn' })).json.contact.email).toBe('wei@example.cn')
  expect((await account.call('DELETE', path)).status).toBe(200)
  expect((await account.call('DELETE', path)).status).toBe(404)
  expect(await emailsOf(account)).toEqual(['anna@example.com'])
})

test.each([
  [{ email: 'nowhere' }, { email: 'invalidEmail' }],
  [{}, { email: 'required' }],
  [{ email: 'a@example.com', name: 'x'.repeat(201) }, { name: 'tooLong' }],
  [{ email: 'a@example.com', note: 'x'.repeat(1001) }, { note: 'tooLong' }],
  [{ email: 'a@example.com', groupIds: ['1'] }, { 'groupIds.0': 'invalid' }],
])('T6 R28 H2 %j is refused, and nothing is kept', async (body, fields) => {
  const account = await Account.create(server)
  const { status, json } = await account.call('POST', '/api/contacts', body)
  expect([status, json.error.fields]).toEqual([400, fields])
  expect(await emailsOf(account)).toEqual([])
})

test('T6 the list is searched as it is written, filtered by group, sorted and paged', async () => {
  const account = await Account.create(server, { role: 'pro' })
  const groupId = await group(account, 'Buyers')
  for (const [email, name] of [
    ['c@example.com', 'Anna'],
    ['b@example.com', 'bo_50%'],
    ['a@example.com', 'Carl'],
  ] as const)
    await add(account, email, { name, groupIds: name === 'Anna' ? [groupId] : [] })
  expect(await emailsOf(account, '?sort=name')).toEqual(['c@example.com', 'b@example.com', 'a@example.com'])
  expect(await emailsOf(account, '?sort=email')).toEqual(['a@example.com', 'b@example.com', 'c@example.com'])
  expect(await emailsOf(account, '?search=ANNA')).toEqual(['c@example.com'])
  expect(await emailsOf(account, `?search=${encodeURIComponent('50%')}`)).toEqual(['b@example.com'])
  expect(await emailsOf(account, '?search=__')).toEqual([])
  expect(await list(account, `?group=${groupId}`)).toMatchObject({
    contacts: [{ email: 'c@example.com', groupIds: [groupId] }],
    matchCount: 1,
    allCount: 3,
    most: null,
    groups: [{ name: 'Buyers', count: 1 }],
  })
  expect(await emailsOf(account, '?sort=email&skip=1&limit=1')).toEqual(['b@example.com'])
  expect((await account.call('GET', '/api/contacts?limit=201')).status).toBe(400)
})

test('T6 Q19 whom one sends to becomes a contact with the sending, and is counted each time', async () => {
  const account = await Account.create(server, { role: 'pro' })
  const emailTo = [{ email: 'li@example.cn', name: '李伟', company: '远洋贸易' }, { email: 'bo@example.com' }]
  const slug = await send(account, files, { emailTo })
  const [bo, li] = (await list(account, '?sort=email')).contacts
  expect(li).toMatchObject({ email: 'li@example.cn', name: '李伟', company: '远洋贸易', timesSent: 1 })
  // The same call again, whose answer was lost.
  const repeated = await account.publish(slug, { emailTo })
  expect(repeated.json.contacts).toEqual(
    expect.arrayContaining([
      { email: 'li@example.cn', name: '李伟', company: '远洋贸易' },
      { email: 'bo@example.com', name: '', company: '' },
    ]),
  )
  expect((await list(account, '?sort=email')).contacts).toEqual([bo, li])
  await send(account, files, { emailTo: [{ email: 'LI@example.cn', name: 'Another name' }] })
  expect((await list(account, '?search=li@')).contacts).toMatchObject([{ name: '李伟', timesSent: 2 }])
  const sent = (await account.call('GET', `/api/contacts/${li._id}/history`)).json
  expect(sent).toMatchObject({ count: 2, transfers: [{ email: 'li@example.cn', openedAt: null }, { slug }] })
})

test('T6 merged contacts are one: groups, history and addresses; sending to either is sending to it', async () => {
  const account = await Account.create(server, { role: 'pro' })
  const groupId = await group(account, 'Buyers')
  await send(account, files, { emailTo: [{ email: 'old@example.com' }] })
  const [old] = (await list(account)).contacts
  await account.call('PATCH', `/api/contacts/${old._id}`, { note: 'hers before', groupIds: [groupId] })
  const kept = (await add(account, 'new@example.com', { name: 'Anna' })).json.contact
  const merge = () => account.call('POST', `/api/contacts/${kept._id}/merge`, { contactIds: [old._id, kept._id] })
  const { json } = await merge()
  const expected = { email: 'new@example.com', otherEmails: ['old@example.com'], name: 'Anna', note: 'hers before' }
  expect(json.contact).toMatchObject({ ...expected, timesSent: 1, groupIds: [groupId] })
  expect((await merge()).json).toEqual(json)
  await send(account, files, { emailTo: [{ email: 'old@example.com' }] })
  expect((await list(account)).contacts).toMatchObject([{ ...expected, timesSent: 2 }])
  expect((await account.call('GET', `/api/contacts/${kept._id}/history`)).json.count).toBe(2)
  expect((await add(account, 'old@example.com', { name: 'x' })).json.error.code).toBe('contactTwice')
  const contactIds = Array.from({ length: 501 }, () => crypto.randomUUID())
  expect((await account.call('POST', `/api/contacts/${kept._id}/merge`, { contactIds })).json.error.fields).toEqual({
    contactIds: 'tooLong',
  })
})

test('T6 groups: a name is one group, members come and go, contacts stay', async () => {
  const account = await Account.create(server)
  const buyers = await group(account, ' Buyers ')
  expect(await group(account, 'BUYERS')).toBe(buyers)
  const suppliers = await group(account, '供应商')
  const path = `/api/contact-groups/${suppliers}`
  expect((await account.call('PATCH', path, { name: 'buyers' })).json.error.code).toBe('groupTwice')
  expect((await account.call('PATCH', path, { name: ' ' })).json.error.fields).toEqual({ name: 'required' })
  const { _id } = (await add(account, 'li@example.cn')).json.contact
  const members = (isMember: boolean) => account.call('POST', `${path}/members`, { contactIds: [_id], isMember })
  expect((await members(true)).json.group.count).toBe(1)
  expect((await members(true)).json.group.count).toBe(1)
  expect((await members(false)).json.group.count).toBe(0)
  await members(true)
  expect((await account.call('DELETE', path)).status).toBe(200)
  expect(await emailsOf(account)).toEqual(['li@example.cn'])
})

test('Q19 suggestions: what begins with it first, then whom one sends to most; groups with their members', async () => {
  const account = await Account.create(server, { role: 'pro' })
  const groupId = await group(account, 'Annual report')
  await group(account, 'Annual, nobody in it')
  await add(account, 'joanna@example.com', { groupIds: [groupId] })
  await add(account, 'x@example.com', { name: 'Anna Berg' })
  await send(account, files, { emailTo: [{ email: 'anna@example.com' }] })
  const { json } = await account.call('GET', '/api/contacts/suggest?search=ann')
  expect(json.contacts.map(({ email }: { email: string }) => email)).toEqual([
    'anna@example.com',
    'x@example.com',
    'joanna@example.com',
  ])
  expect(json.groups).toEqual([{ _id: groupId, name: 'Annual report', emails: ['joanna@example.com'] }])
  expect((await account.call('GET', '/api/contacts/suggest?search=%25')).json).toEqual({ contacts: [], groups: [] })
})
