import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { type ReaderOf, sentBy } from '../../../test/support/dashboard.ts'
import { detailOf } from '../../../test/support/own-transfer.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const someone = () => `${randomUUID()}@example.com`
const path = ({ slug }: ReaderOf, more = '') => `/api/transfers/${slug}/recipients${more}`
const add = (one: ReaderOf, emails: string[]) =>
  one.sender.call('POST', path(one), { emailTo: emails.map((email) => ({ email })) })
const idOf = async (one: ReaderOf, email = one.to) =>
  (await detailOf(one.sender, one.slug)).recipients.find((each) => each.email === email)!.recipientId
const correct = (one: ReaderOf, id: string, email: string) => one.sender.call('PATCH', path(one, `/${id}`), { email })
const remove = (one: ReaderOf, id: string) => one.sender.call('DELETE', path(one, `/${id}`))

test('T9 T6 a wrong address that was written to once is no contact once it is corrected; whoever else knows it keeps it', async () => {
  const sender = await Account.create(server, { role: 'pro' })
  const one = await sentBy(server, [{ path: 'a.bin', bytes: Buffer.from('hello') }], { sender })
  const [typo, right, known] = [someone(), someone(), someone()]
  const person = { name: 'Li Wei', company: 'Longyan' }
  await one.sender.call('POST', path(one), { emailTo: [{ email: typo, ...person }, { email: known }] })
  const listed = async () => {
    const { contacts } = (await one.sender.call('GET', '/api/contacts?sort=email')).json
    return new Map<string, any>(contacts.map((each: any) => [each.email, each]))
  }
  await one.sender.call('PATCH', `/api/contacts/${(await listed()).get(one.to)._id}`, { note: 'the printer' })
  await correct(one, await idOf(one, typo), right)
  const after = await listed()
  expect(after.has(typo)).toBe(false)
  expect(after.get(right)).toMatchObject({ ...person, timesSent: 1 })
  // Noted by somebody; and in place of one who is known already.
  await add(one, [typo])
  await correct(one, await idOf(one), someone())
  await remove(one, await idOf(one, known))
  await correct(one, await idOf(one, typo), known)
  const last = await listed()
  expect([last.has(one.to), last.has(typo), last.get(known).timesSent]).toEqual([true, false, 2])
})
