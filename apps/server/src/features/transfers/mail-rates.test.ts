/** Mails over several transfers are limited for each mailbox, sender and network, wherever they are asked for (R41). */
import { randomBytes, randomUUID } from 'node:crypto'
import { errorText } from '@sampan/texts/errors'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { begin, sentBy } from '../../../test/support/dashboard.ts'
import { detailOf } from '../../../test/support/own-transfer.ts'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { inTransaction } from '../../db/connect.ts'
import { RateLimited } from '../../http/rate-limit.ts'
import { takeMailRates } from './mail-rates.ts'

let server: TestServer
beforeAll(async () => {
  const wide =
    'codeNetwork=1000/60,codeAddress=1000/60,codeAddressNetwork=1000/60,codeMailboxDay=1000/60,codeAddressBrowser=1000/60,recipientReminder=100/60,manageResend=100/60'
  server = await startTestServer({ RATE_LIMITS: `${wide},recipientMails=4/600,senderMails=12/600,networkMails=5/600` })
})
afterAll(() => server?.close())

const files = [{ path: 'a.bin', bytes: randomBytes(300) }]
const someone = (name = '') => `${name}${randomUUID()}@example.com`
const to = (emails: readonly string[]) => ({ sendAs: 'email', emailTo: emails.map((email) => ({ email })) })
const newAccount = () => Account.create(server, { role: 'pro' })
async function uploaded(account: Account): Promise<string> {
  const plan = await begin(account, files)
  await account.browser.putAll(plan, files)
  return plan.slug
}
const sendTo = async (account: Account, emails: readonly string[]) => account.publish(await uploaded(account), to(emails))
const stateOf = ({ status, json }: { status: number; json: any }) => [status, json.error?.code]
const refused = [429, 'rateLimited']
const fullBox = [429, 'tooManyMails']
const hits = async (rule: string) =>
  (await server.services.db.execute<{ n: number }>(sql`select count(*)::int as n from rate_hits where rule = ${rule}`)).rows[0]!.n

/** As its sender asks for mails to an address: by each of the acts that write one. */
const acts: [string, (account: Account, email: string) => Promise<{ status: number; json: any; headers: Headers }>][] = [
  ['publish', async (account, email) => account.publish(await uploaded(account), to([email]))],
  [
    'forward',
    async (account, email) => {
      const { slug, fileId } = await sentBy(server, files, { sender: account })
      return account.call('POST', `/api/transfers/${slug}/forward`, { fileIds: [fileId], ...to([email]) })
    },
  ],
  [
    'add a recipient',
    async (account, email) => {
      const { slug } = await sentBy(server, files, { sender: account })
      return account.call('POST', `/api/transfers/${slug}/recipients`, to([email]))
    },
  ],
  [
    'correct an address',
    async (account, email) => {
      const { slug } = await sentBy(server, files, { sender: account })
      const [person] = (await detailOf(account, slug)).recipients
      return account.call('PATCH', `/api/transfers/${slug}/recipients/${person!.recipientId}`, { email })
    },
  ],
]

test.each(acts)(
  'R41 a mailbox gets so many mails a day and no more, whoever sends and whatever stands behind its +: %s',
  async (_, act) => {
    const box = someone('box-')
    const other = box.replace('@', '+orders@')
    for (const email of [box, other, box, other]) expect((await sendTo(await newAccount(), [email])).status).toBe(200)
    const [account, before] = [await newAccount(), await hits('senderMails')]
    const reply = await act(account, box)
    expect(stateOf(reply)).toEqual(fullBox)
    expect(reply.json.error.details.emails).toEqual([box])
    expect(reply.json.error.message).toMatch(`have gone to ${box} lately`)
    const wait = Number(reply.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(500)
    expect(wait).toBeLessThanOrEqual(600)
    // Nothing of the refused call is left: the sender's own count is that of the transfer that it began with, if any.
    expect((await hits('senderMails')) - before).toBeLessThanOrEqual(1)
    expect((await server.mailsTo(box)).length + (await server.mailsTo(other)).length).toBeLessThanOrEqual(4)
    expect((await act(await newAccount(), someone())).status).toBe(200)
  },
)

test.each(['resend', 'remind'])('R41 asked for again (%s), a mail to a mailbox counts like any other', async (kind) => {
  const one = await sentBy(server, files, { sender: await newAccount() })
  const personOf = async () => (await detailOf(one.sender, one.slug)).recipients[0]!
  const again = async () => {
    await waitFor(async () => (await personOf()).state !== 'queued')
    return one.sender.call('POST', `/api/transfers/${one.slug}/recipients/${(await personOf()).recipientId}/mail`, { kind })
  }
  for (let i = 2; i <= 4; i++) expect((await again()).status, String(i)).toBe(200)
  expect(stateOf(await again())).toEqual(fullBox)
})

test('R41 a sender mails so many a day over all transfers; what was refused is sent once there is room again', async () => {
  const account = await newAccount()
  const people = (count: number) => Array.from({ length: count }, () => someone())
  expect((await sendTo(account, people(7))).status).toBe(200)
  const [slug, six] = [await uploaded(account), people(6)]
  expect(stateOf(await account.publish(slug, to(six)))).toEqual(refused)
  expect((await sendTo(account, people(5))).status).toBe(200)
  expect((await sendTo(await newAccount(), people(1))).status).toBe(200)
  server.moveClock(601)
  expect((await account.publish(slug, to(six))).status).toBe(200)
  expect((await server.mailTo(six[5]!)).subject).toBeTruthy()
})

test('R41 of many full mailboxes all are told, and five of them in the sentence', async () => {
  const account = await newAccount()
  const boxes = Array.from({ length: 7 }, () => someone('full-'))
  await inTransaction(server.services.db, async (tx) => {
    for (let i = 0; i < 4; i++) await takeMailRates(tx, server.services, randomUUID(), boxes)
  })
  const slug = await uploaded(account)
  const { error } = (await account.publish(slug, to([someone(), ...boxes]))).json
  expect(error.details.emails).toEqual(boxes)
  expect(error.message).toContain(`gone to ${boxes.slice(0, 5).join(', ')} and 2 others lately`)
  const details = { emails: boxes.slice(0, 6), waitSeconds: 60 }
  expect(errorText('tooManyMails', details, 'en')).toContain(`${boxes[4]} and 1 other lately`)
  expect(errorText('tooManyMails', details, 'zh')).toContain(`发往 ${boxes.slice(0, 5).join('、')}以及另外 1 个地址的`)
})

test('R41 one sending to many names of one mailbox counts each of them, and tells those beyond its room', async () => {
  const [name, domain] = someone('folded-').split('@')
  const names = Array.from({ length: 5 }, (_, i) => `${name}+${i}@${domain}`)
  const account = await newAccount()
  const all = await sendTo(account, [someone(), ...names])
  expect([stateOf(all), all.json.error.details.emails]).toEqual([fullBox, names.slice(4)])
  expect((await sendTo(account, names.slice(1))).status).toBe(200)
  expect(stateOf(await sendTo(await newAccount(), names.slice(0, 1)))).toEqual(fullBox)
})

test('R41 visitors of one network mail so many a day, however many addresses they prove', async () => {
  const visit = () => new Browser(server).send(files, { senderEmail: someone('visitor-'), ...to([someone(), someone()]) })
  expect([(await visit()).status, (await visit()).status]).toEqual([200, 200])
  expect(stateOf(await visit())).toEqual(refused)
  expect((await sendTo(await newAccount(), [someone()])).status).toBe(200)
})

test('R41 R17 of 50 transfers to one mailbox that race, as many are sent as it may get', async () => {
  const box = someone('raced-')
  const accounts = await Promise.all(Array.from({ length: 10 }, newAccount))
  const ready = await Promise.all(
    accounts.flatMap((account) => Array.from({ length: 5 }, async () => ({ account, slug: await uploaded(account) }))),
  )
  const replies = await Promise.all(ready.map(({ account, slug }) => account.publish(slug, to([box, someone()]))))
  const sent = replies.filter(({ status }) => status === 200)
  expect(sent).toHaveLength(4)
  for (const reply of replies) if (reply.status !== 200) expect(stateOf(reply)).toEqual(fullBox)
  await waitFor(async () => (await server.mailsTo(box)).length === 4)
  // Fifty uploads come before it.
})

test('R41 R17 fifty that want the same mailboxes at the same moment, in any order: none too many, and none waits in a circle', async () => {
  const boxes = Array.from({ length: 8 }, () => someone())
  const { db } = server.services
  const takes = Array.from({ length: 50 }, (_, i) =>
    inTransaction(db, async (tx) => {
      await takeMailRates(tx, server.services, randomUUID(), [...boxes.slice(i % 8), ...boxes.slice(0, i % 8)])
      await tx.execute(sql`select pg_sleep(0.01)`)
    }),
  )
  const ends = await Promise.allSettled(takes)
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(RateLimited)
})
