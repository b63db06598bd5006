import { randomBytes } from 'node:crypto'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, type TestFile } from '../../../test/support/sender.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

const daySeconds = 86_400
let server: TestServer
let asker: Browser
beforeAll(async () => {
  server = await startTestServer({ PLAN_LIMITS: 'free.requestsPerMonth=12' })
  asker = new Browser(server)
  await asker.signUp('asker@example.com')
})
afterAll(() => server.close())

/** An access token lives for a quarter of an hour. */
async function later(seconds: number): Promise<void> {
  server.moveClock(seconds)
  await asker.logIn('asker@example.com')
}
const now = () => server.services.clock().getTime()
const file = (path: string): TestFile => ({ path, bytes: randomBytes(100) })
const documents = [{ name: 'Invoice' }, { name: 'Certificate' }]
const call = (method: string, path: string, body?: unknown) => asker.withAccess(method, `/api/requests${path}`, body)
async function ask(more: Record<string, unknown> = {}): Promise<RequestDetail> {
  const { status, json } = await call('POST', '', { title: 'Order 66', documents, ...more })
  expect([status, json]).toMatchObject([201, {}])
  return json
}
const read = async (slug: string): Promise<RequestDetail> => (await call('GET', `/${slug}`)).json
const supplierOf = (detail: RequestDetail, at = 0) => new Supplier(server, detail.suppliers[at]!.linkUrl!)
const reminders = async (email: string) => (await server.mailsTo(email)).filter(({ subject }) => subject?.startsWith('Reminder'))

test('R3 reminders go three days before, on the day and three days after, to those who miss something, each once', async () => {
  const made = await ask({
    sendAs: 'email',
    emailTo: [{ email: 'li@example.com' }, { email: 'raj@example.com' }],
    dueAt: now() + 10 * daySeconds * 1000,
    graceSeconds: 10 * daySeconds,
    expirySeconds: 604_800,
  })
  await call('PATCH', `/${made.request.slug}`, { dueAt: now() + 5 * daySeconds * 1000 })
  await supplierOf(made, 1).sendFiles([file('a.pdf'), file('b.pdf')], {
    'a.pdf': made.documents[0]!._id,
    'b.pdf': made.documents[1]!._id,
  })
  const counts: number[] = []
  for (const days of [1, 1.1, 0.5, 2.5, 1]) {
    await later(days * daySeconds)
    await server.runJobs('requests:remind')
    await server.runJobs('requests:remind')
    await server.runJobs('requests:mailSupplier')
    counts.push((await reminders('li@example.com')).length)
  }
  // Its link ends after a week; the third reminder, for day 8, would lead nowhere.
  expect(counts).toEqual([0, 1, 1, 2, 2])
  expect(await reminders('raj@example.com')).toEqual([])
  const [first] = await reminders('li@example.com')
  expect(first!.subject).toBe('Reminder: asker@example.com is waiting for “Order 66”')
})

test('R3 by hand, so often a day, and pressed twice once; who has sent everything is left alone', async () => {
  const made = await ask({ sendAs: 'email', emailTo: [{ email: 'mei@example.com' }] })
  const remind = () => call('POST', `/${made.request.slug}/reminders`, {})
  const lastReminded = async () => (await read(made.request.slug)).counts.awaitedRemindedAt
  expect(await lastReminded()).toBeNull()
  expect((await remind()).json).toEqual({ reminded: 1 })
  // Of all that are awaited: one who never was counts for all.
  const remindedAt = (await read(made.request.slug)).suppliers[0]!.remindedAt
  expect(await lastReminded()).toBe(remindedAt)
  const { json: grown } = await call('POST', `/${made.request.slug}/suppliers`, { emailTo: [{ email: 'new@example.com' }] })
  expect(grown.counts.awaitedRemindedAt).toBeNull()
  const added = grown.suppliers.find(({ email }: { email: string }) => email === 'new@example.com')
  await call('DELETE', `/${made.request.slug}/suppliers/${added._id}`)
  expect(await lastReminded()).toBe(remindedAt)
  expect((await server.mailTo('mei@example.com', /^Reminder/)).text).toContain(made.suppliers[0]!.linkUrl!)
  // At the same moment, and as long as they rest.
  const pressed = await Promise.all([remind(), remind()])
  await later(590)
  expect([...pressed, await remind()].map(({ json }) => json)).toEqual(Array(3).fill({ reminded: 0 }))
  const again = async () => {
    await later(601)
    const { status, json } = await remind()
    return status === 200 ? json.reminded : status
  }
  expect([await again(), await again(), await again()]).toEqual([1, 1, 429])
  await supplierOf(made).sendFiles([file('a'), file('b')], { a: made.documents[0]!._id, b: made.documents[1]!._id })
  expect((await remind()).json).toEqual({ reminded: 0 })
})

test('R3 a reminder names what is still needed and what was sent back, in the language that was spoken', async () => {
  const made = await ask({ sendAs: 'email', emailTo: [{ email: 'wen@example.com' }] })
  const { slug } = made.request
  const [invoice, certificate] = made.documents
  const reminded = async () => {
    await call('POST', `/${slug}/reminders`, {})
    await server.runJobs('requests:mailSupplier')
    return (await server.mailsTo('wen@example.com')).filter(({ subject }) => /^(Reminder|提醒)/.test(subject!)).at(-1)!.text!
  }
  const sent = await supplierOf(made).sendFiles([file('a.pdf')], { 'a.pdf': invoice!._id }, { language: 'zh' })
  expect(sent.status).toBe(200)
  const first = await reminded()
  expect(first).toContain(certificate!.name)
  expect([first.includes(invoice!.name), first.includes('还缺少')]).toEqual([false, true])
  const [{ fileId }] = (await read(slug)).suppliers[0]!.slots.flatMap(({ files }: any) => files)
  await call('POST', `/${slug}/decisions`, { fileIds: [fileId], decision: 'rejected', reason: 'Not stamped' })
  await later(3600)
  expect(await reminded()).toMatch(new RegExp(`${invoice!.name}[^]*已退回`))
})

test('R2 R3 what is written goes both ways, and by mail', async () => {
  const made = await ask({ sendAs: 'email', emailTo: [{ email: 'ana@example.com' }] })
  const { slug } = made.request
  const supplier = supplierOf(made)
  const { _id } = made.suppliers[0]!
  const written = await asker.withAccess(
    'POST',
    `/api/requests/${slug}/suppliers/${_id}/comments`,
    { text: 'Stamped, please' },
    { 'idempotency-key': 'one' },
  )
  const again = await asker.withAccess(
    'POST',
    `/api/requests/${slug}/suppliers/${_id}/comments`,
    { text: 'Stamped, please' },
    { 'idempotency-key': 'one' },
  )
  expect([written.status, again.json]).toEqual([201, written.json])
  expect((await server.mailTo('ana@example.com', /wrote to you/)).text).toContain('Stamped, please')
  expect((await supplier.call('POST', supplier.address('/comments'), { text: 'It is on its way' })).status).toBe(201)
  await server.runJobs('requests:written')
  expect((await server.mailTo('asker@example.com', /wrote about “Order 66”/)).text).toContain('It is on its way')
  expect((await supplier.look()).json.comments.map(({ by, text }: any) => [by, text])).toEqual([
    ['requester', 'Stamped, please'],
    ['supplier', 'It is on its way'],
  ])
  expect((await read(slug)).suppliers[0]!.comments).toHaveLength(2)
})

test('R1 R3 changed, closed, opened again, copied, and deleted with what it has received', async () => {
  const made = await ask()
  const { slug } = made.request
  const supplier = new Supplier(server, made.request.linkUrl!)
  const [invoice, certificate] = made.documents
  await supplier.sendFiles([file('a.pdf')], { 'a.pdf': invoice!._id }, { email: 'x@example.com' })
  const changed = await call('PATCH', `/${slug}`, {
    title: 'Order 67',
    // The invoice has something: it stays although it is left out.
    documents: [
      { ...certificate, name: 'Certificate of origin' },
      { name: 'Photo', accept: ['image'] },
    ],
  })
  expect(changed.json.documents.map(({ name }: any) => name).sort()).toEqual(['Certificate of origin', 'Invoice', 'Photo'])
  await call('PATCH', `/${slug}`, { state: 'closed' })
  expect((await supplier.look()).json).toMatchObject({ state: 'closed', title: 'Order 67' })
  await call('PATCH', `/${slug}`, { state: 'open' })
  expect((await supplier.look()).json.state).toBe('open')

  const copy = (await call('POST', `/${slug}/copy`, {})).json
  expect(copy.request).toMatchObject({ title: 'Order 67', status: 'open', submissionCount: 0, supplierCount: 0 })
  expect(copy.documents).toHaveLength(3)

  const received = (await asker.withAccess('GET', '/getQs?filter=received')).json
  expect(received.allDocs.map(({ receivedBy }: any) => receivedBy)).toContainEqual({
    requestSlug: slug,
    email: 'x@example.com',
    name: '',
  })
  expect((await asker.withAccess('GET', '/getQs')).json).toMatchObject({ allCount: 0, thisMonthsTransfers: 0 })
  const [{ slug: transferSlug }] = received.allDocs.filter(({ receivedBy }: any) => receivedBy.requestSlug === slug)
  expect((await call('DELETE', `/${slug}`)).status).toBe(200)
  expect([(await call('GET', `/${slug}`)).status, (await supplier.look()).status]).toEqual([404, 404])
  await later(60)
  await server.runJobs('transfers:erase')
  expect((await asker.withAccess('GET', `/getQs?filter=received`)).json.allDocs.map(({ slug }: any) => slug)).not.toContain(
    transferSlug,
  )
})

test('K4 R1 a copy lives as long as the plan of today allows', async () => {
  const other = new Browser(server)
  await other.signUp('copier@example.com')
  const { slug } = (await other.withAccess('POST', '/api/requests', { title: 'Order 68' })).json.request
  // Asked under a plan that allowed it.
  await server.services.db.execute(sql`update file_requests set expiry_seconds = 31536000 where slug = ${slug}`)
  const { expiryDate } = (await other.withAccess('POST', `/api/requests/${slug}/copy`, {})).json.request
  expect(expiryDate).toBeLessThanOrEqual(now() + 7 * daySeconds * 1000)
})

test('R3 people are added once each, and taken out; what they sent stays', async () => {
  const made = await ask({ sendAs: 'email', emailTo: [{ email: 'one@example.com' }] })
  const { slug } = made.request
  const added = await call('POST', `/${slug}/suppliers`, {
    emailTo: [{ email: 'One@example.com' }, { email: 'two@example.com' }],
  })
  expect(added.json.suppliers.map(({ email }: any) => email)).toEqual(['one@example.com', 'two@example.com'])
  const one = supplierOf(made)
  await one.sendFiles([file('a')])
  for (const { _id } of added.json.suppliers) expect((await call('DELETE', `/${slug}/suppliers/${_id}`)).status).toBe(200)
  expect((await one.look()).status).toBe(404)
  const left = (await read(slug)).suppliers
  expect(left.map(({ email, linkUrl, slots }) => [email, linkUrl, slots.at(-1)!.files.length])).toEqual([
    ['one@example.com', null, 1],
  ])
})

test('R3 the grid as a table and as a PDF', async () => {
  const made = await ask({
    title: '订单 66',
    sendAs: 'email',
    emailTo: [{ email: 'cn@example.com', name: '=李', company: 'Li & Co' }],
  })
  await supplierOf(made).sendFiles([file('发票.pdf')], { '发票.pdf': made.documents[0]!._id })
  const table = () => call('GET', `/${made.request.slug}/export?format=csv`)
  const csv = await table()
  expect(csv.headers.get('content-type')).toContain('text/csv')
  expect(csv.json).toMatch(/'=李.*cn@example\.com.*Li & Co.*Invoice.*Received.*发票\.pdf.*100/)
  expect(csv.json).toMatch(/Certificate.*Waiting/)
  const [{ files }] = (await read(made.request.slug)).suppliers[0]!.slots.filter(({ files }) => files.length > 0) as any
  await call('POST', `/${made.request.slug}/decisions`, { fileIds: [files[0].fileId], decision: 'accepted' })
  const decidedAt = new Date(now()).toISOString().slice(0, 10)
  expect((await table()).json).toMatch(new RegExp(`Accepted.*发票\\.pdf,100,[^,]+Z,${decidedAt}T[^,]+Z,`))
  const pdf = await call('GET', `/${made.request.slug}/export?format=pdf`)
  expect([pdf.status, pdf.headers.get('content-type'), String(pdf.json).slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
})

test('R3 the list says what waits for a look, what is overdue and what is missing, several at once', async () => {
  const of = (title: string, more: object = {}) =>
    ask({ title, documents: [{ name: 'Invoice' }], sendAs: 'email', emailTo: [{ email: 'eva@example.com' }], ...more })
  const late = await of('Import: late', { dueAt: now() + 1000, graceSeconds: 30 * daySeconds })
  const looked = await of('Import: looked at')
  const both = await of('Import: late and to review', {
    dueAt: now() + 1000,
    documents: [{ name: 'Invoice' }, { name: 'Certificate' }],
    graceSeconds: 30 * daySeconds,
  })
  for (const made of [looked, both]) await supplierOf(made).sendFiles([file('i.pdf')], { 'i.pdf': made.documents[0]!._id })
  const listed = async (only: string) => {
    const { json } = await asker.withAccess('GET', `/requests?only=${only}&search=import`)
    return json.requests.map(({ title }: any) => title)
  }
  await later(60)
  expect(await listed('toReview')).toEqual(['Import: late and to review', 'Import: looked at'])
  expect(await listed('overdue')).toEqual(['Import: late and to review', 'Import: late'])
  expect(await listed('overdue,toReview')).toEqual(['Import: late and to review'])
  expect(await listed('missing')).toEqual(['Import: late and to review', 'Import: late'])
  const { fileId } = (await read(looked.request.slug)).suppliers[0]!.slots[0]!.files[0]!
  expect((await read(looked.request.slug)).request.toReviewCount).toBe(1)
  await call('POST', `/${looked.request.slug}/decisions`, { fileIds: [fileId], decision: 'accepted' })
  await call('PATCH', `/${late.request.slug}`, { state: 'closed' })
  expect([await listed('toReview'), await listed('overdue')]).toEqual([
    ['Import: late and to review'],
    ['Import: late and to review'],
  ])
  const found = async (search: string) =>
    (await asker.withAccess('GET', `/requests?search=${search}`)).json.requests.map(({ title }: any) => title)
  // By a document that is asked for, and by a file that has come.
  expect(await found('certificate')).toContain('Import: late and to review')
  expect(await found('i.pdf')).toEqual(['Import: late and to review', 'Import: looked at'])
  expect((await asker.withAccess('GET', '/requests?only=nothing')).status).toBe(400)
})

test('R5 a template is kept by its name, and there are so many', async () => {
  const template = { title: 'Import papers', documents: [{ name: 'Invoice', accept: ['PDF', 'dwg'] }] }
  const save = (name: string) => asker.withAccess('POST', '/api/requestTemplates', { name, template })
  const kept = await save('Import')
  expect(kept.json.template.documents[0]).toMatchObject({ name: 'Invoice', accept: ['pdf', '.dwg'], isRequired: true })
  expect((await save('Import')).json._id).toBe(kept.json._id)
  for (let i = 1; i < 50; i++) await save(`Template ${i}`)
  expect((await save('One more')).json.error.code).toBe('tooManyTemplates')
  expect((await asker.withAccess('DELETE', `/api/requestTemplates/${kept.json._id}`)).status).toBe(200)
  expect((await asker.withAccess('GET', '/api/requestTemplates')).json.templates).toHaveLength(49)
})

test('K2 a month has so many requests, also when they race; a repeated call makes one', async () => {
  const poor = new Browser(server)
  await poor.signUp('poor@example.com')
  const make = (key: string) => poor.withAccess('POST', '/api/requests', { title: 'Again' }, { 'idempotency-key': key })
  const repeated = await Promise.all([make('one'), make('one'), make('one')])
  expect(new Set(repeated.map(({ json }) => json.request.slug)).size).toBe(1)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => make(`more ${i}`)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(11)
  expect(answers.find(({ status }) => status !== 201)!.json.error).toMatchObject({ code: 'requestsUsedUp' })
  const listed = (await poor.withAccess('GET', `/requests?userid=${poor.user!._id}&limit=5`)).json
  expect([listed.matchCount, listed.requests.length]).toEqual([12, 5])
  expect((await poor.withAccess('GET', `/requests?userid=${asker.user!._id}`)).status).toBe(404)
})
