/** Ten recipients and a mail server in trouble: everybody gets the mail, nobody another one, and the sender sees who did not (R40). */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { send } from '../../../test/support/dashboard.ts'
import { detailOf } from '../../../test/support/own-transfer.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'

const people = Array.from({ length: 10 }, (_, i) => `reader${i}@example.com`)
const [unknown = '', greylisted = '', doubled = ''] = people
const received: { to: string; messageId: string }[] = []
const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

let isAway = true
let greylistings = 1
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onConnect: (_, done) => done(isAway ? refusal(421, 'Away') : null),
  onRcptTo: ({ address }, _, done) => {
    if (address === unknown) return done(refusal(550, 'No such mailbox'))
    done(address === greylisted && greylistings-- > 0 ? refusal(451, 'Greylisted') : null)
  },
  onData: async (stream, { envelope }, done) => {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    const { messageId = '' } = await PostalMime.parse(Buffer.concat(chunks))
    for (const { address } of envelope.rcptTo) if (people.includes(address)) received.push({ to: address, messageId })
    done()
  },
})
smtp.on('error', () => {})

let server: TestServer
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}` })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server?.close()
  await server?.services.mailer.close()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

/** The process ends when the mail server has the mail, and before that is written down. */
function endAfterData(to: string): void {
  const { mailer } = server.services
  const sendMail = mailer.send.bind(mailer)
  let isDone = false
  vi.spyOn(mailer, 'send').mockImplementation(async (mail) => {
    await sendMail(mail)
    if (mail.to !== to || isDone) return
    isDone = true
    throw new Error('the process ended')
  })
}
const mailJobs = (which: string) => `select id from graphile_worker.jobs where key like 'mail:%' and ${which}`
/** What waits for its next try is tried now, once what ran has ended. */
async function tryAgain(): Promise<void> {
  const { db } = server.services
  await waitFor(async () => (await db.execute(mailJobs('locked_at is not null'))).rows.length === 0)
  await db.execute(`select graphile_worker.reschedule_jobs(array(${mailJobs('true')}), run_at := now())`)
}

test('R40 T10 R05 SMTP away, 451, 550 for one of ten, an end between DATA and the mark: one mail each, with one Message-ID', async () => {
  const account = await Account.create(server, { role: 'pro' })
  const slug = await send(account, [{ path: 'a.bin', bytes: randomBytes(300) }], { emailTo: people.map((email) => ({ email })) })
  const statesOf = async () => {
    const { transfer, recipients } = await detailOf(account, slug)
    return { status: transfer.status, states: new Map(recipients.map((each) => [each.email, each.state])), recipients }
  }
  const areAll = async (state: string, but: string[] = []) => {
    const { states } = await statesOf()
    return people.every((email) => but.includes(email) || states.get(email) === state)
  }
  // Whoever has sent it need not wait for that: it is there, and each mail's trouble is told.
  expect((await statesOf()).status).toBe('active')
  await waitFor(() => areAll('deferred'))
  expect(received).toEqual([])

  isAway = false
  endAfterData(doubled)
  await tryAgain()
  await waitFor(async () => areAll('sent', [unknown, greylisted, doubled]))
  await waitFor(async () => {
    const { states } = await statesOf()
    return states.get(unknown) === 'bounced' && states.get(greylisted) === 'deferred' && states.get(doubled) === 'deferred'
  })
  await tryAgain()
  await waitFor(() => areAll('sent', [unknown]))

  const idsOf = (email: string) => received.filter(({ to }) => to === email).map(({ messageId }) => messageId)
  for (const email of people) {
    const times = email === unknown ? 0 : email === doubled ? 2 : 1
    expect(idsOf(email), email).toHaveLength(times)
    expect(new Set(idsOf(email)).size, email).toBe(Math.min(times, 1))
  }
  expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(9)
  const lost = (await statesOf()).recipients.find(({ email }) => email === unknown)!
  expect(lost).toMatchObject({ state: 'bounced', reason: expect.stringContaining('550 No such mailbox') })
  await waitFor(async () => (await server.services.db.execute(mailJobs('true'))).rows.length === 0)
})
