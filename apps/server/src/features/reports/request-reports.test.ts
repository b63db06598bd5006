/** Reports of file requests from every state of their pages, and what the operator does about them (D7, R6). */
import { randomBytes } from 'node:crypto'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { get } from '../../../test/support/reader.ts'
import type { Reply } from '../../../test/support/sender.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { dismissReports, restoreTransfer, takeDownTransfer } from '../../commands/reports/decide.ts'
import { listReports } from '../../commands/reports/list.ts'
import { showReports } from '../../commands/reports/show.ts'
import { callCommand, poolOf } from '../../commands/test-store.ts'
import { abuseReports, fileRequests } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ ABUSE_EMAIL: 'abuse@harbour.example', RATE_LIMITS: 'abuseReport=10/60' })
})
afterAll(() => server?.close())

const call = async (command: Parameters<typeof callCommand>[0], operands: string[] = [], values = {}) => {
  const out: string[] = []
  await callCommand(command, server.services.config, poolOf(server).options, { values, operands }, out)
  return out.join('\n')
}
const codeOf = ({ json }: Reply): string | undefined => json.error?.code
const file = (path: string, size = 3000) => ({ path, bytes: randomBytes(size) })

async function ask(account: Account, more: object = {}): Promise<{ slug: string; supplier: Supplier }> {
  const { json } = await account.call('POST', '/api/requests', { title: 'Papers <b>', emailField: 'optional', ...more })
  const { slug, linkUrl } = json.request
  return { slug, supplier: linkUrl && new Supplier(server, linkUrl) }
}
const set = (slug: string, values: Partial<typeof fileRequests.$inferInsert>) =>
  server.services.db.update(fileRequests).set(values).where(eq(fileRequests.slug, slug))
async function reportsOf(slug: string) {
  const { db } = server.services
  const [request] = await db.select().from(fileRequests).where(eq(fileRequests.slug, slug))
  return db.select().from(abuseReports).where(eq(abuseReports.requestId, request!.id))
}

test('D7 R6 every page of a request takes a report without a login, by a plain form too, limited as others are, and the operator is mailed', async () => {
  const { slug, supplier } = await ask(await Account.create(server))
  const path = `/api/r/${slug}/reports`
  const report = (body: object) => new Supplier(server, supplier.link).call('POST', path, body)
  const states = {
    200: {},
    401: { passwordHash: 'x' },
    403: { passwordHash: null, state: 'closed' },
    409: { state: 'open', maxSubmissions: 0 },
    410: { maxSubmissions: null, expiresAt: new Date(1) },
    451: { takenDown: 'page' },
  } as const
  for (const [status, values] of Object.entries(states)) {
    if (Object.keys(values).length) await set(slug, values)
    const page = await get(`${server.url}/r/${slug}`)
    expect([page.status, page.bytes.toString().includes(`action="${path}"`)], status).toEqual([Number(status), true])
    expect((await report({ reason: 'phishing', text: `As seen at ${status}: <script>alert(1)</script>` })).status, status).toBe(
      200,
    )
  }
  const form = (fields: Record<string, string>) =>
    fetch(server.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const sent = await form({ reason: 'malware', text: '', email: '' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/r/${slug}?told=reported`])
  expect((await get(server.url + sent.headers.get('location'))).bytes.toString()).toContain('has reached the operator')
  expect((await form({ reason: 'malware', email: 'li' })).headers.get('location')).toBe(`/r/${slug}?told=reportedWrong`)
  expect((await report({ reason: 'malware' })).status, 'the same once more').toBe(200)
  expect(await reportsOf(slug)).toHaveLength(7)
  expect(codeOf(await supplier.call('POST', '/api/r/Unknown1/reports', { reason: 'other' }))).toBe('requestUnknown')
  const more = await Promise.all(Array.from({ length: 8 }, (_, at) => report({ reason: 'other', text: String(at) })))
  expect(more.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(5).fill(429)])

  await server.runJobs('reports:tellOperator')
  const mail = await server.mailTo('abuse@harbour.example', new RegExp(slug))
  expect(mail.html).not.toContain('<script')
  expect(mail.text).toContain(`sampan reports take-down ${slug} --with-files`)
  server.moveClock(60)
})

test('D7 R6 a request that is taken down tells nobody anything and takes nothing, what runs stops; its received files stay its owner’s until that is decided too', async () => {
  const account = await Account.create(server)
  const { slug, supplier } = await ask(account, { message: 'Quietly' })
  expect((await supplier.sendFiles([file('passport.pdf')])).json.state).toBe('received')
  const running = new Supplier(server, supplier.link)
  await running.takeRequestTicket()
  const sent = file('later.pdf')
  const plan: UploadPlan = (await running.create([sent])).json
  const part = (from: number) =>
    running.putPart(plan.uploadId, plan.files[0]!.blobId!, from, sent.bytes.subarray(from, from + 1000))
  expect((await part(0)).status).toBe(204)
  await supplier.call('POST', `/api/r/${slug}/reports`, { reason: 'phishing', text: 'A trap.\u001b[31m' })
  expect(await call(listReports)).toMatch(new RegExp(`${slug} .* 1x phishing {2}${account.email} {2}request open`))
  expect(await call(showReports, [slug])).toMatch(/Papers <b>[\s\S]*phishing {2}waits\n {2}A trap\. \[31m/)
  await expect(call(takeDownTransfer, ['Unknown'])).rejects.toThrow('There is no transfer or request Unknown')

  expect(await call(takeDownTransfer, [slug])).toBe(`${slug} is taken down. 1 report is settled.`)
  expect(await call(takeDownTransfer, [slug])).toContain('was taken down already')
  expect((await get(`${server.url}/r/${slug}`)).status).toBe(451)
  const { status, json } = await supplier.look()
  expect([status, json]).toMatchObject([451, { state: 'takenDown', title: '', message: '', requester: null, otherFiles: [] }])
  // What was asked of the row less than half a minute ago may still hold.
  server.moveClock(31)
  const own = (path: string, body: object, method = 'POST') => account.call(method, `/api/requests/${slug}${path}`, body)
  const refused = {
    ticket: await supplier.takeRequestTicket(),
    submission: await running.submit(plan),
    comment: await supplier.call('POST', supplier.address('/comments'), { text: 'Hello?' }),
    part: await part(1000),
    'more files': await running.withTicket('POST', `/api/uploads/${plan.uploadId}/files`, { files: [{ path: 'b', size: 1 }] }),
    change: await own('', { title: 'Other' }, 'PATCH'),
    copy: await own('/copy', {}),
    asking: await own('/suppliers', { emailTo: [{ email: 'li@example.cn' }] }),
    reminding: await own('/reminders', {}),
  }
  for (const [what, reply] of Object.entries(refused))
    expect([reply.status, codeOf(reply)], what).toEqual([451, 'requestTakenDown'])
  expect((await account.call('GET', `/api/requests/${slug}`)).json.request).toMatchObject({ status: 'takenDown', state: 'open' })
  expect((await server.mailTo(account.email, /was taken down/)).text).toContain('because it breaks the rules')

  const { url } = (await own('/downloads', {})).json
  const received = (await account.call('GET', `/api/requests/${slug}`)).json.suppliers[0].slots[0].files[0]
  expect((await get(server.url + url)).status).toBe(200)
  expect(await call(takeDownTransfer, [slug], { 'with-files': true })).toContain('is taken down')
  expect([codeOf(await own('/downloads', {})), (await get(server.url + url)).status]).toEqual(['requestTakenDown', 451])
  // Nor by way of the transfer that holds them.
  const held = `/api/transfers/${received.transferSlug}`
  const onward = { fileIds: [received.fileId], emailTo: [{ email: 'li@example.cn' }] }
  expect(codeOf(await account.call('POST', `${held}/forward`, onward))).toBe('transferTakenDown')
  expect(codeOf(await account.call('POST', `${held}/files/${received.fileId}/previews`, {}))).toBe('transferTakenDown')

  expect(await call(restoreTransfer, [slug])).toContain('is as it was before')
  expect((await supplier.look()).json).toMatchObject({ state: 'open', message: 'Quietly' })
  expect((await get(server.url + url)).status).toBe(200)
  expect((await part(1000)).status).toBe(204)
  expect((await server.mailTo(account.email, /available again/)).text).toContain(`/dash/requests/${slug}`)
  expect(await server.mailsTo(account.email)).toHaveLength(2)
})

test('D7 R6 nobody is mailed of a request while it is down, and reports may be let go', async () => {
  const account = await Account.create(server)
  const dueAt = server.services.clock().getTime() + 2 * 86_400_000
  const people = { sendAs: 'email', emailTo: [{ email: 'mei@example.cn' }], dueAt, remindDays: [-1] }
  const { slug } = await ask(account, { ...people, documents: [{ name: 'Passport' }] })
  const link = /https?:\/\/\S+(\/r\/\S+)/.exec((await server.mailTo('mei@example.cn')).text ?? '')![1]!
  const mei = new Supplier(server, link)
  expect((await mei.call('POST', mei.address('/reports'), { reason: 'other' })).status).toBe(200)
  expect(await call(dismissReports, [slug])).toBe(`${slug} stays as it is. 1 report is settled.`)
  expect((await mei.look()).json.state).toBe('open')
  await call(takeDownTransfer, [slug])
  server.moveClock(86_400 + 60)
  await server.runJobs('requests:remind')
  await server.runJobs('requests:mailSupplier')
  expect(await server.mailsTo('mei@example.cn')).toHaveLength(1)
  await call(restoreTransfer, [slug])
  await server.runJobs('requests:remind')
  expect((await server.mailTo('mei@example.cn', 2)).text).toContain('Passport')
})
