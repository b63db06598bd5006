/** Every kind of mail that there is: what somebody else causes goes to nobody who refuses it, and has the link by which it is refused (R41). */
import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { send } from '../../../test/support/dashboard.ts'
import { get } from '../../../test/support/reader.ts'
import { linkIn } from '../../../test/support/sender.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { files as fileRows, recipients, transfers } from '../../db/tables.ts'
import { addJob } from '../../jobs/queue.ts'
import { notifyExpiry } from '../extension/notify-expiry.ts'
import { askTime, expireAgo, press, tokensOf } from '../extension/test-expired.ts'
import { refusalLink } from '../refusals/index.ts'
import { warnReaderJob } from '../scanning/job-names.ts'
import { mailKinds, type OwnKind, type RefusableKind } from './kinds.ts'
import { sendOwnMail } from './send-mail.ts'

let server: TestServer
beforeAll(async () => {
  const rates = 'codeNetwork=1000/60,mailboxMails=3/3600,mailboxMailsDay=3/86400'
  server = await startTestServer({ RATE_LIMITS: rates, PLAN_LIMITS: 'free.requestsPerMonth=100' })
})
afterAll(() => server?.close())

const files = [{ path: 'minutes.pdf', bytes: randomBytes(300) }]
let count = 0
const someone = () => `every-kind${++count}@example.com`

/** A sent transfer, its one recipient, and the token of their link. */
async function transferTo(to: string, sender?: Account) {
  const account = sender ?? (await Account.create(server))
  const slug = await send(account, files, { emailTo: [{ email: to }] })
  const user = linkIn(await server.mailTo(to)).split('/')[3]!
  const { db } = server.services
  const [row] = await db.select().from(transfers).where(eq(transfers.slug, slug))
  const isTheirs = and(eq(recipients.transferId, row!.id), eq(recipients.email, to))
  const person = await waitFor(
    async () =>
      (
        await db
          .select()
          .from(recipients)
          .where(and(isTheirs, eq(recipients.mailState, 'sent')))
      )[0],
  )
  return { account, slug, user, transferId: row!.id, recipientId: person.id }
}

async function request(body: object, account?: Account) {
  const asker = account ?? (await Account.create(server))
  const { status, json } = await asker.call('POST', '/api/requests', { title: 'Papers', emailField: 'optional', ...body })
  expect([status, json]).toMatchObject([201, {}])
  const { slug } = json.request
  return { asker, detail: json, slug, at: (path: string) => `/api/requests/${slug}${path}` }
}
const asked = (to: string) => request({ sendAs: 'email', emailTo: [{ email: to }] })
const isMailed = (to: string, which = 1) => server.mailTo(to, which)

/** What comes before; then what causes the mail itself. */
const causes: Record<RefusableKind, (to: string) => Promise<() => Promise<unknown>>> = {
  transfer: async (to) => {
    const account = await Account.create(server)
    return () => send(account, files, { emailTo: [{ email: to }] })
  },
  joinedTransfers: async (to) => {
    for (let i = 0; i < 5; i++) await send(await Account.create(server), files, { emailTo: [{ email: to }] })
    const isWaiting = and(eq(recipients.email, to), eq(recipients.mailState, 'waiting'))
    await waitFor(async () => (await server.services.db.$count(recipients, isWaiting)) === 2)
    return async () => {
      await server.runJobs('transfers:joinMails')
      await server.runJobs('transfers:joinedMail')
    }
  },
  transferReminder: async (to) => {
    const { transferId } = await transferTo(to)
    const expiresAt = new Date(server.services.clock().getTime() + 3600_000)
    const sentAt = new Date(expiresAt.getTime() - 7 * 86_400_000)
    await server.services.db.update(transfers).set({ expiresAt, sentAt }).where(eq(transfers.id, transferId))
    return () => notifyExpiry(server.services)
  },
  transferWarning: async (to) => {
    const { slug, user, recipientId } = await transferTo(to)
    const view = await (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).json()
    const { fileId } = view.files[0]
    await get(`${server.url}/api/transfers/${slug}/files/${fileId}?user=${user}&dl=${view.dl}`)
    const { db, clock } = server.services
    await db.update(fileRows).set({ scan: 'infected', scanFinding: 'Eicar' }).where(eq(fileRows.id, fileId))
    return () => addJob(db, warnReaderJob, { recipientId, at: clock().getTime() })
  },
  moreTimeAsked: async (to) => {
    const account = await Account.create(server)
    await server.services.db.execute(sql`update users set email = ${to} where id = ${account.userId}`)
    const { slug, user } = await transferTo(someone(), account)
    await isMailed(to)
    await expireAgo(server, slug, 60)
    return () => askTime(server, { slug, user })
  },
  moreTimeGiven: async (to) => {
    const { slug, user } = await transferTo(to)
    await expireAgo(server, slug, 60)
    expect((await askTime(server, { slug, user })).status).toBe(200)
    return async () => press(server, (await tokensOf(server, slug))[0]!)
  },
  teamInvited: async (to) => {
    const owner = await Account.create(server, { role: 'team' })
    return () => owner.call('POST', '/api/team/invitations', { emails: [to] })
  },
  requestAsked: async (to) => () => asked(to),
  requestReminder: async (to) => {
    const { asker, at } = await asked(to)
    await isMailed(to)
    return () => asker.call('POST', at('/reminders'), {})
  },
  requestRejected: async (to) => {
    const { asker, detail, slug, at } = await asked(to)
    await new Supplier(server, detail.suppliers[0].linkUrl).sendFiles(files)
    await isMailed(to, 2)
    const now = (await asker.call('GET', `/api/requests/${slug}`)).json
    const fileIds = [now.suppliers[0].slots[0].files[0].fileId]
    return async () => {
      await asker.call('POST', at('/decisions'), { fileIds, decision: 'rejected', reason: 'Blurred' })
      await server.runJobs('requests:mailSupplier')
    }
  },
  requestCommented: async (to) => {
    const { asker, detail, at } = await asked(to)
    await isMailed(to)
    return () => asker.call('POST', at(`/suppliers/${detail.suppliers[0]._id}/comments`), { text: 'Stamped, please' })
  },
  submissionReceipt: async (to) => {
    const { detail } = await request({})
    const supplier = new Supplier(server, detail.request.linkUrl)
    const plan = await supplier.upload(files)
    return () => supplier.submit(plan, {}, { email: to })
  },
  noticeProof: async (to) => () => request({ notifyEmail: to }),
  requestNoticeElsewhere: async (to) => {
    const { detail } = await request({ notifyEmail: to })
    const path = /\/notices\/[\w.-]+/.exec((await isMailed(to)).text!)![0]
    expect((await fetch(server.url + path, { method: 'POST' })).status).toBe(200)
    const supplier = new Supplier(server, detail.request.linkUrl)
    const plan = await supplier.upload(files)
    return async () => {
      await supplier.submit(plan)
      await server.runJobs('requests:announce')
    }
  },
}

async function refuseAll(to: string): Promise<void> {
  const { config, secrets } = server.services
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await fetch(refusalLink(config, secrets.refusal, to, null).replace(/^https?:\/\/[^/]+/, server.url), {
    method: 'POST',
    headers,
    body: 'List-Unsubscribe=One-Click',
  })
  expect(reply.status).toBe(200)
}
/** Nothing is left that could mail now. */
const idle = () =>
  waitFor(async () => {
    const { rows } = await server.services.db.execute(
      sql`select 1 from graphile_worker.jobs where locked_at is not null or (attempts = 0 and run_at <= now())`,
    )
    return rows.length === 0
  })

const kindsOf = (which: string) => Object.entries(mailKinds).flatMap(([kind, is]) => (is === which ? [kind] : []))

test.each(kindsOf('refusable') as RefusableKind[])(
  'R41 %s: has the refusal link, and goes to nobody who refuses',
  async (kind) => {
    const [wants, refuses] = [someone(), someone()]
    const causing = [await causes[kind](wants), await causes[kind](refuses)]
    await idle()
    await refuseAll(refuses)
    const before = { wants: (await server.mailsTo(wants)).length, refuses: (await server.mailsTo(refuses)).length }
    for (const cause of causing) await cause()
    const mail = await isMailed(wants, before.wants + 1)
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.text).toContain(header('list-unsubscribe')!.slice(1, -1))
    expect(mail.html).toContain(header('list-unsubscribe')!.slice(1, -1))
    await idle()
    expect(await server.mailsTo(wants)).toHaveLength(before.wants + 1)
    expect(await server.mailsTo(refuses)).toHaveLength(before.refuses)
  },
)

test('R41 what somebody has asked for, or what tells of their own, comes to them whatever they refuse', async () => {
  const to = someone()
  await refuseAll(to)
  const own = kindsOf('own') as OwnKind[]
  for (const kind of own) await sendOwnMail(server.services, kind, { to, id: kind, subject: kind, html: kind, text: kind })
  expect((await server.mailsTo(to)).map(({ subject }) => subject).sort()).toEqual([...own].sort())
})
