/** Mails of transfers to one mailbox have a ceiling over all senders: later ones wait, and become one mail (R41). */
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { recordOf, send } from '../../../test/support/dashboard.ts'
import { detailOf, kindsOf } from '../../../test/support/own-transfer.ts'
import { Browser, codeIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { MailRefused } from '../../adapters/mail/mail.ts'
import { inTransaction } from '../../db/connect.ts'
import { noteBounce } from './mail-recipient.ts'

let server: TestServer
beforeAll(async () => {
  const wide = 'codeNetwork=1000/60,senderMails=10000/60'
  server = await startTestServer({ RATE_LIMITS: `${wide},mailboxMails=3/3600,mailboxMailsDay=5/86400`, BRAND_COLOUR: '#0b5' })
})
afterAll(() => server?.close())
afterEach(() => vi.restoreAllMocks())

const files = [{ path: 'minutes.pdf', bytes: randomBytes(300) }]
let count = 0
const someone = () => `joined${++count}@example.com`
type Sent = { account: Account; slug: string }
async function mailed(email: string, more: Record<string, unknown> = {}): Promise<Sent> {
  const account = await Account.create(server, { role: 'pro' })
  return { account, slug: await send(account, files, { emailTo: [{ email }], ...more }) }
}
const several = (times: number, email: string): Promise<Sent[]> => Promise.all(Array.from({ length: times }, () => mailed(email)))
const stateOf = async ({ account, slug }: Sent) => (await detailOf(account, slug)).recipients[0]!.state
/** How many of them stand how, once none is on its way; only one is asked for at a time, so that the asking does not hold up the mails. */
const statesOf = async (sent: Sent[]) => {
  for (const each of sent) await waitFor(async () => (await stateOf(each)) !== 'queued')
  const states = await Promise.all(sent.map(stateOf))
  return Object.fromEntries([...new Set(states)].map((state) => [state, states.filter((each) => each === state).length]))
}
const join = async () => {
  await server.runJobs('transfers:joinMails')
  await server.runJobs('transfers:joinedMail')
}
const linksIn = (text = '') => text.match(/\/d\/[0-9A-Za-z]+\/[0-9A-Za-z]+/g) ?? []

test('R41 T10 of 20 transfers at once to one mailbox a few mails go, the others wait, which their senders see, and become one mail', async () => {
  const to = someone()
  const sent = await several(20, to)
  expect(await statesOf(sent)).toEqual({ sent: 3, waiting: 17 })
  const waits = sent[(await Promise.all(sent.map(stateOf))).indexOf('waiting')]!
  expect((await recordOf(waits.account, waits.slug)).people).toMatchObject({ all: 1, pending: 1 })
  expect(await server.mailsTo(to)).toHaveLength(3)
  await join()
  expect(await statesOf(sent)).toEqual({ sent: 20 })
  const mails = await server.mailsTo(to)
  expect(mails).toHaveLength(4)
  const links = new Set(linksIn(mails[3]!.text))
  expect(links.size).toBe(17)
  for (const link of links) expect((await fetch(server.url + link)).status).toBe(200)
  expect(mails[3]!.subject).toBe('17 transfers for you')
  expect(mails[3]!.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click')
  await waitFor(async () => (await kindsOf(waits.account, waits.slug)).includes('mailed'))
})

test('R41 the ceiling of a day holds when that of the hour is free again, and one alone comes as itself', async () => {
  const to = someone()
  expect(await statesOf(await several(3, to))).toEqual({ sent: 3 })
  server.moveClock(3601)
  expect(await statesOf(await several(3, to))).toEqual({ sent: 2, waiting: 1 })
  await join()
  await waitFor(async () => (await server.mailsTo(to)).length === 6)
  expect((await server.mailsTo(to)).at(-1)!.subject).toContain('sent you')
})

test('R41 however many mails of transfers came, a code that its reader asks for comes at once', async () => {
  const to = someone()
  await several(6, to)
  expect((await new Browser(server).call('POST', '/verifyEmail', { email: to })).status).toBe(200)
  expect(codeIn(await server.mailTo(to, /is your Sampan code/))).toHaveLength(5)
})

test('R41 what was taken back, refused or closed meanwhile is not in the joined mail; each address gets its own links alone', async () => {
  const to = someone()
  expect(await statesOf(await several(3, to))).toEqual({ sent: 3 })
  const [gone, refused, stays, other] = (await several(4, to)) as [Sent, Sent, Sent, Sent]
  const tagged = await mailed(to.replace('@', '+tag@'))
  expect(await statesOf([gone, refused, stays, other, tagged])).toEqual({ waiting: 5 })
  await gone.account.call('POST', '/deleteTransfer', { slug: gone.slug })
  const { db } = server.services
  await db.execute(sql`
    insert into mail_refusals (mailbox_key, sender_key, author_id, created_at)
    select waiting_mailbox, 'someone', ${refused.account.userId}, now() from recipients where email = ${to} and waiting_mailbox is not null limit 1`)
  await server.runJobs('transfers:joinMails')
  await server.runJobs('transfers:joinedMail')
  await waitFor(async () => (await stateOf(stays)) === 'sent' && (await stateOf(other)) === 'sent')
  expect(await stateOf(refused)).toBe('refused')
  const mail = (await server.mailsTo(to)).at(-1)!
  expect(new Set(linksIn(mail.text).map((link) => link.split('/')[2]))).toEqual(new Set([stays.slug, other.slug]))
  await waitFor(async () => (await stateOf(tagged)) === 'sent')
  const alone = (await server.mailsTo(to.replace('@', '+tag@'))).at(-1)!
  expect(linksIn(alone.text)[0]!.split('/')[2]).toBe(tagged.slug)
})

test('R41 R40 a joined mail that its server does not take is told to all whose mails were in it, and its repetition has one Message-ID', async () => {
  const to = someone()
  expect(await statesOf(await several(3, to))).toEqual({ sent: 3 })
  const waiting = await several(2, to)
  expect(await statesOf(waiting)).toEqual({ waiting: 2 })
  const ids: string[] = []
  const send = vi.spyOn(server.services.mailer, 'send').mockImplementation(async ({ messageId }) => {
    ids.push(messageId)
    throw ids.length === 1 ? new Error('away') : new MailRefused('550 No such mailbox')
  })
  await server.runJobs('transfers:joinMails')
  await waitFor(async () => send.mock.calls.length === 1)
  await server.services.db.execute(
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'transfers:joinedMail'), run_at := now())`,
  )
  expect(
    await waitFor(async () => {
      const states = await Promise.all(waiting.map(stateOf))
      await server.services.db.execute(
        sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'transfers:joinedMail' and locked_at is null), run_at := now())`,
      )
      return !states.includes('waiting') && states
    }),
  ).toEqual(['bounced', 'bounced'])
  expect(new Set(ids).size).toBe(1)
})

test('R41 R40 a joined mail that comes back later is told to all whose mails were in it', async () => {
  const to = someone()
  const before = await several(3, to)
  expect(await statesOf(before)).toEqual({ sent: 3 })
  const waiting = await several(2, to)
  expect(await statesOf(waiting)).toEqual({ waiting: 2 })
  await join()
  expect(await statesOf(waiting)).toEqual({ sent: 2 })
  const { recipientId } = (await detailOf(waiting[1]!.account, waiting[1]!.slug)).recipients[0]!
  const { db, clock } = server.services
  await inTransaction(db, (tx) => noteBounce(tx, recipientId, '550 No such mailbox', clock()))
  expect([await statesOf(waiting), await statesOf(before)]).toEqual([{ bounced: 2 }, { sent: 3 }])
})

test('B1 R41 a joined mail of one owner looks as a single one of theirs does; of several it has the installation’s name and colour', async () => {
  const [one, mixed] = [someone(), someone()]
  const account = await Account.create(server, { role: 'pro' })
  await account.call('PUT', '/api/brand', { accent: '#1d4ed8', hidesPoweredBy: true })
  const sendTo = async (email: string): Promise<Sent> => ({ account, slug: await send(account, files, { emailTo: [{ email }] }) })
  for (const to of [one, mixed]) {
    const before = await several(3, to)
    expect(await statesOf(before)).toEqual({ sent: 3 })
    const waiting = [await sendTo(to), to === one ? await sendTo(to) : await mailed(to)]
    expect(await statesOf(waiting)).toEqual({ waiting: 2 })
    await join()
    expect(await statesOf(waiting)).toEqual({ sent: 2 })
  }
  const [theirs, ours] = [(await server.mailsTo(one)).at(-1)!, (await server.mailsTo(mixed)).at(-1)!]
  expect([theirs.subject, ours.subject]).toEqual(['2 transfers for you', '2 transfers for you'])
  expect(theirs.html).toContain('background:#1d4ed8')
  expect(theirs.html).not.toContain('Sent with')
  expect([theirs.from?.name, theirs.replyTo?.[0]?.address]).toEqual([`${account.email} via Sampan`, account.email])
  expect(ours.html).toContain('border-bottom:3px solid #00bb55')
  expect(ours.html).not.toContain('#1d4ed8')
  expect(ours.html).toContain('Sent with Sampan')
  expect([ours.from?.name, ours.replyTo]).toEqual(['Sampan', undefined])
})
