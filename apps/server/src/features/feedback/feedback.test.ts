import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { listFeedback } from '../../commands/feedback/list.ts'
import { showFeedback } from '../../commands/feedback/show.ts'
import { callCommand, poolOf } from '../../commands/test-store.ts'
import { feedbacks, users } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ SUPPORT_EMAIL: 'help@example.com' })
})
afterAll(() => server?.close())

const say = (account: Account, more: object = {}) =>
  account.call('POST', '/api/feedback', { message: 'Calm & quick', rating: 'Fantastic', route: '/dash', ...more })
const kept = (account: Account) => server.services.db.$count(feedbacks, eq(feedbacks.userId, account.userId))

test('T7 feedback is kept and mailed once, to answer to whoever said it, however often it is told', async () => {
  const account = await Account.create(server)
  const said = { requestKey: 'one', message: ' See https://evil.example/x\n<b>bold</b> ' }
  const replies = await Promise.all([0, 1, 2].map(() => say(account, said)))
  expect(replies.map(({ json }) => json)).toEqual([{ ok: true }, { ok: true }, { ok: true }])
  expect(await kept(account)).toBe(1)
  await server.runJobs('feedback:mail')
  const mail = await server.mailTo('help@example.com')
  expect(mail.replyTo).toEqual([expect.objectContaining({ address: account.email })])
  expect(mail.subject).toBe('Fantastic: what somebody thinks of Sampan')
  expect(mail.text).toContain('/dash')
  // R32 R41: no markup of theirs, and nothing that a mail program makes a link of.
  expect(mail.html).toContain('&lt;b&gt;bold&lt;/b&gt;')
  expect(mail.text).not.toContain('https://evil.example')
  await say(account, { requestKey: 'two' })
  await server.runJobs('feedback:mail')
  expect((await server.mailTo('help@example.com', 2)).text).toContain('Calm & quick')
  expect(await server.mailsTo('help@example.com')).toHaveLength(2)
})

test('T7 what many say within a quarter of an hour is one mail, each in it once', async () => {
  const before = (await server.mailsTo('help@example.com')).length
  const accounts = await Promise.all([1, 2, 3].map(() => Account.create(server)))
  await Promise.all(accounts.flatMap((each, at) => ['a', 'b'].map((word) => say(each, { message: `Words ${word}${at}` }))))
  expect(await server.mailsTo('help@example.com')).toHaveLength(before)
  await server.runJobs('feedback:mail')
  await server.runJobs('feedback:mail')
  const mail = await server.mailTo('help@example.com', before + 1)
  expect(mail.subject).toBe('6 pieces of feedback on Sampan')
  expect(mail.replyTo ?? []).toEqual([])
  for (const at of [0, 1, 2])
    for (const words of [`Words a${at}`, `Words b${at}`, accounts[at]!.userId]) expect(mail.text).toContain(words)
  expect(await server.mailsTo('help@example.com')).toHaveLength(before + 1)
})

test('T7 O5 the operator lists and shows what was said, without codes that a terminal obeys', async () => {
  const account = await Account.create(server)
  await say(account, { rating: 'Bad', message: 'Too slow.\u001b[31m\nAnd red.' })
  const call = async (command: Parameters<typeof callCommand>[0], given: Partial<Parameters<typeof callCommand>[3]>) => {
    const out: string[] = []
    await callCommand(command, server.services.config, poolOf(server).options, { values: {}, operands: [], ...given }, out)
    return out.join('\n')
  }
  const line = (await call(listFeedback, { values: { rating: 'bad', limit: '1' } })).split('  ')
  expect(
    line
      .slice(2)
      .map((word) => word.trim())
      .filter(Boolean),
  ).toEqual(['Bad', account.email, 'Too slow. [31m And red.'])
  const shown = await call(showFeedback, { operands: [line[0]!] })
  expect(shown).toMatch(new RegExp(`rating +Bad[\\s\\S]*email +${account.email}[\\s\\S]*\n\nToo slow. \\[31m\nAnd red.$`))
  expect(JSON.parse(await call(listFeedback, { values: { json: true, limit: '1' } }))[0].message).toContain('And red.')
  for (const id of ['no', account.userId])
    await expect(call(showFeedback, { operands: [id] })).rejects.toThrow(`There is no feedback ${id}`)
  await expect(call(listFeedback, { values: { rating: 'Great' } })).rejects.toThrow('must be one of Bad, Fine, Fantastic')
})

test.each([
  [{ message: ' ' }, 'message'],
  [{ message: 'x'.repeat(4001) }, 'message'],
  [{ rating: 'Great' }, 'rating'],
  [{ route: 'x'.repeat(501) }, 'route'],
])('T7 R28 %j is refused', async (more, field) => {
  const account = await Account.create(server)
  const { status, json } = await say(account, more)
  expect([status, Object.keys(json.error.fields)]).toEqual([400, [field]])
  expect(await kept(account)).toBe(0)
})

test('T7 R22 ten an hour, also when they race; the account of whoever is gone takes its words along', async () => {
  const account = await Account.create(server)
  const replies = await Promise.all(Array.from({ length: 15 }, (_, i) => say(account, { requestKey: `${i}` })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(replies.filter(({ json }) => json.error?.code === 'rateLimited')).toHaveLength(5)
  expect(await kept(account)).toBe(10)
  await server.services.db.delete(users).where(eq(users.id, account.userId))
  expect(await kept(account)).toBe(0)
})

test.each([
  [2, false],
  [3, true],
  [4, false],
  [18, true],
  [35, true],
  [36, false],
])('T7 at log-in %i the question is due: %s, to one of all pages', async (loginCount, isDue) => {
  const account = await Account.create(server)
  await server.services.db.execute(sql`update users set login_count = ${loginCount} where id = ${account.userId}`)
  const asks = await Promise.all(Array.from({ length: 5 }, () => account.call('POST', '/api/feedback/ask')))
  expect(asks.filter(({ json }) => json.isDue)).toHaveLength(isDue ? 1 : 0)
  expect((await account.call('POST', '/api/feedback/ask')).json).toEqual({ isDue: false })
})
