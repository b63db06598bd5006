import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
let own: Account
let other: Account
beforeAll(async () => {
  server = await startTestServer()
  own = await Account.create(server)
  other = await Account.create(server)
})
afterAll(() => server?.close())

const make = async (account: Account) => {
  const contact = (await account.call('POST', '/api/contacts', { email: 'li@example.cn', name: '李伟' })).json.contact._id
  const group = (await account.call('POST', '/api/contact-groups', { name: 'Fair' })).json.group._id
  await account.call('POST', `/api/contact-groups/${group}/members`, { contactIds: [contact], isMember: true })
  return { contact, group } as { contact: string; group: string }
}
const state = async () =>
  (
    await server.services.db.execute(
      sql`select (select json_agg(contacts order by id) from contacts) as contacts, (select json_agg(contact_groups order by id) from contact_groups) as groups, (select json_agg(m order by group_id, contact_id) from contact_group_members m) as members`,
    )
  ).rows

type Ids = { contact: string; group: string }
const asks: [string, string, (ids: Ids, mine: Ids) => [string, unknown?]][] = [
  ['changed', 'PATCH', ({ contact }) => [`/api/contacts/${contact}`, { name: 'Mallory' }]],
  ['deleted', 'DELETE', ({ contact }) => [`/api/contacts/${contact}`]],
  ['merged into', 'POST', ({ contact }, mine) => [`/api/contacts/${contact}/merge`, { contactIds: [mine.contact] }]],
  ['looked up', 'GET', ({ contact }) => [`/api/contacts/${contact}/history`]],
  ['listed by group', 'GET', ({ group }) => [`/api/contacts?group=${group}`]],
  ['exported by group', 'GET', ({ group }) => [`/api/contacts/export?format=csv&group=${group}`]],
  [
    'imported into',
    'POST',
    ({ group }) => ['/api/contacts/import', { importKey: randomUUID(), groupId: group, contacts: [{ email: 'm@example.com' }] }],
  ],
  ['a group renamed', 'PATCH', ({ group }) => [`/api/contact-groups/${group}`, { name: 'Mallory' }]],
  ['a group deleted', 'DELETE', ({ group }) => [`/api/contact-groups/${group}`]],
  [
    'a group joined',
    'POST',
    ({ group }, mine) => [`/api/contact-groups/${group}/members`, { contactIds: [mine.contact], isMember: true }],
  ],
]
test.each(asks)('R25 H4 T6 somebody else’s contact is not %s: it is unknown, and nothing has changed', async (_, method, ask) => {
  const [theirs, mine] = [await make(other), await make(own)]
  const before = await state()
  const answer = async (ids: Ids) => {
    const [path, body] = ask(ids, mine)
    const { status, json } = await own.call(method, path, body)
    return [status, json.error.code]
  }
  expect(await answer(theirs)).toEqual([404, 'notYours'])
  expect(await answer({ contact: randomUUID(), group: randomUUID() })).toEqual([404, 'notYours'])
  expect(await state()).toEqual(before)
})

test('R25 H4 T6 foreign ids among many are passed over', async () => {
  const [theirs, mine] = [await make(other), await make(own)]
  const before = await state()
  expect((await own.call('POST', '/api/contacts/delete', { contactIds: [theirs.contact] })).json).toEqual({ deleted: 0 })
  const members = { contactIds: [theirs.contact], isMember: true }
  expect((await own.call('POST', `/api/contact-groups/${mine.group}/members`, members)).json.group.count).toBe(1)
  await own.call('POST', `/api/contacts/${mine.contact}/merge`, { contactIds: [theirs.contact] })
  await own.call('PATCH', `/api/contacts/${mine.contact}`, { groupIds: [theirs.group, mine.group] })
  expect(await state()).toEqual(before)
  const suggested = await own.call('GET', '/api/contacts/suggest?search=li')
  expect(suggested.json.contacts).toHaveLength(1)
})
