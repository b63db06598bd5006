/** What a request tells, and takes, in each of its states: nothing without its password, and what it has sent back in all of them. */
import { randomBytes } from 'node:crypto'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const password = 'a sampan at dusk'
const documents = [
  { name: 'Invoice', note: 'With the IBAN', accept: ['pdf'] },
  { name: 'Licence', note: 'Both sides' },
]
const file = (path: string) => ({ path, bytes: randomBytes(50) })

async function ask(more: Record<string, unknown> = {}) {
  const account = await Account.create(server)
  const body = { title: 'Merger papers', message: 'Quietly', documents, emailField: 'optional', showsFiles: true, ...more }
  const made: RequestDetail = (await account.call('POST', '/api/requests', body)).json
  const { slug } = made.request
  const change = (body: object) => account.call('PATCH', `/api/requests/${slug}`, body)
  const [invoice, licence] = made.documents.map(({ _id }) => _id)
  return { account, slug, made, change, invoice: invoice!, licence: licence!, link: made.request.linkUrl! }
}
type Asked = Awaited<ReturnType<typeof ask>>

const ends = {
  open: async () => {},
  closed: ({ change }: Asked) => change({ state: 'closed' }),
  expired: ({ change }: Asked) => change({ dueAt: server.services.clock().getTime() - 1000, graceSeconds: 0 }),
  full: ({ change }: Asked) => change({ maxSubmissions: 1 }),
  storageFull: ({ account }: Asked) => account.setOwner({ usedBytes: 10_000_000_000 }),
}
const unlocked = { open: 200, closed: 403, expired: 410, full: 409, storageFull: 403 }

test.each([
  ...Object.entries(ends).map(([state, end]) => [state, state, end] as const),
  ['suspended', 'closed', ({ account }: Asked) => account.setOwner({ status: 'revoke' })] as const,
])('R25 R2 %s: without the password nothing is told, and with it what the state tells', async (_what, state, end) => {
  const asked = await ask()
  const [before, stranger] = [new Supplier(server, asked.link), new Supplier(server, asked.link)]
  await before.sendFiles([file('secret.pdf')], { 'secret.pdf': asked.invoice })
  await before.call('POST', before.address('/comments'), { text: 'A secret' })
  await asked.change({ password })
  await end(asked)
  for (const supplier of [before, stranger]) {
    const page = await supplier.look()
    expect([page.status, page.json]).toEqual([
      401,
      {
        ...{ state: 'password', slug: asked.slug, title: '', message: '', dueAt: null, isLate: false, endsAt: null },
        ...{ documents: [], takesOtherFiles: false, accept: [], maxFileBytes: null, maxTotalBytes: 0, maxFiles: 0 },
        ...{ submissionsLeft: null, nameField: 'hidden', emailField: 'hidden', me: null },
        ...{ otherFiles: [], filesOfOthers: [], filesOfOthersCount: 0, comments: [] },
        requester: expect.objectContaining({ email: asked.account.email }),
        brand: { poweredBy: true },
      },
    ])
    expect((await supplier.call('GET', `/r/${asked.slug}`)).json).not.toMatch(/Merger papers|Quietly|Invoice|IBAN|secret/)
    const { json } = await supplier.takeRequestTicket()
    expect(json.error.code).toBe('passwordRequired')
    const said = await supplier.call('POST', supplier.address('/comments'), { text: 'Hello' })
    expect(said.json.error.code).toBe('passwordRequired')
    const wrong = await supplier.call('POST', supplier.address('/unlock'), { password: 'a junk at dawn' })
    expect([wrong.status, JSON.stringify(wrong.json)]).toEqual([401, expect.not.stringContaining('Merger')])
  }
  const open = await stranger.call('POST', stranger.address('/unlock'), { password })
  expect(open.json).toMatchObject({ state, title: 'Merger papers', documents: [{ note: 'With the IBAN' }, {}] })
  expect((await stranger.look()).status).toBe(unlocked[state as keyof typeof unlocked])
})

async function sendBack({ account, slug }: Asked, path: string) {
  const { suppliers } = (await account.call('GET', `/api/requests/${slug}`)).json as RequestDetail
  const sent = suppliers.flatMap(({ slots }) => slots.flatMap(({ files }) => files)).find((each) => each.path === path)
  const body = { fileIds: [sent!.fileId], decision: 'rejected', reason: 'Unreadable' }
  expect((await account.call('POST', `/api/requests/${slug}/decisions`, body)).status).toBe(200)
}
const both = ({ invoice, licence }: Asked) => ({ 'a.pdf': invoice, 'b.jpg': licence })
const codeOf = (reply: { json: any }) => reply.json.state ?? reply.json.error.code

test.each(['closed', 'expired', 'full'] as const)(
  'R7 R3 %s: a rejection opens that document again for that supplier, and nothing else',
  async (state) => {
    const asked = await ask()
    const { invoice, licence, link } = asked
    const [first, other] = [new Supplier(server, link), new Supplier(server, link)]
    await first.sendFiles([file('a.pdf'), file('b.jpg')], both(asked), { email: `${state}@example.com` })
    await ends[state](asked)
    await sendBack(asked, 'a.pdf')
    await server.runJobs('requests:mailSupplier')
    expect((await server.mailTo(`${state}@example.com`, /sent files back/)).text).toContain(link)
    const page = (await first.look()).json
    expect(page).toMatchObject({
      ...{ state: 'open', takesOtherFiles: false, endsAt: null },
      documents: [
        { name: 'Invoice', isOpen: true, state: 'rejected', reason: 'Unreadable' },
        { name: 'Licence', isOpen: false, state: 'received' },
      ],
    })
    expect((await other.look()).json.state).toBe(state)
    // What is of a type of the other document alone is not even begun.
    await first.takeRequestTicket()
    expect((await first.create([file('b.jpg')])).json.error.code).toBe('fileTypeRefused')
    const refused = await first.submit(await first.upload([file('c.pdf')]), { 'c.pdf': licence })
    expect(refused.json.error).toMatchObject({
      code: 'onlyDocumentsSentBack',
      message: 'This request takes nothing more than what it has sent back: Invoice.',
    })
    expect(codeOf(await first.submit(await first.upload([file('d.pdf')])))).toBe('onlyDocumentsSentBack')
    // Nor does what is said in the page go alone.
    const memo = { voiceMemo: [{ fileName: 'memo.webm', size: 100, itemPath: 'memo.webm' }] }
    expect(codeOf(await first.submit(await first.upload([file('memo.webm')]), {}, memo))).toBe('onlyDocumentsSentBack')
    // Of many at once one takes the place.
    const plans = await Promise.all([1, 2, 3, 4, 5].map((i) => first.upload([file(`${i}.pdf`)])))
    const answers = await Promise.all(plans.map((plan, i) => first.submit(plan, { [`${i + 1}.pdf`]: invoice })))
    const closedCode = { closed: 'requestClosed', expired: 'requestExpired', full: 'requestFull' }[state]
    expect(answers.map(codeOf).sort()).toEqual(['received', ...Array(4).fill(closedCode)])
    expect((await first.look()).json.state).toBe(state)
    const { request } = (await asked.account.call('GET', `/api/requests/${asked.slug}`)).json
    expect(request.submissionCount).toBe(2)
  },
)

test('R7 rejected other files open other files again, and no document', async () => {
  const asked = await ask()
  const first = new Supplier(server, asked.link)
  await first.sendFiles([file('a.pdf'), file('x.zip')], { 'a.pdf': asked.invoice })
  await ends.closed(asked)
  await sendBack(asked, 'x.zip')
  expect((await first.look()).json).toMatchObject({
    ...{ state: 'open', takesOtherFiles: true },
    documents: [{ isOpen: false }, { isOpen: false }],
  })
  const refused = await first.submit(await first.upload([file('b.pdf')]), { 'b.pdf': asked.invoice })
  expect(codeOf(refused)).toBe('onlyFilesSentBack')
  expect(codeOf(await first.sendFiles([file('y.zip'), file('z.zip')]))).toBe('received')
  expect((await first.look()).json.state).toBe('closed')
})

test('D7 R7 nothing is taken while a request is taken down, what was sent back neither', async () => {
  const asked = await ask()
  const first = new Supplier(server, asked.link)
  await first.sendFiles([file('a.pdf')], { 'a.pdf': asked.invoice })
  await sendBack(asked, 'a.pdf')
  await first.takeRequestTicket()
  const plan = await first.upload([file('b.pdf')])
  await server.services.db.execute(sql`update file_requests set taken_down = 'page' where slug = ${asked.slug}`)
  expect(codeOf(await first.create([file('c.pdf')]))).toBe('requestTakenDown')
  expect(codeOf(await first.submit(plan, { 'b.pdf': asked.invoice }))).toBe('requestTakenDown')
})

/** Half of a sending of two files has come, and it was submitted. */
async function stopHalfway(supplier: Supplier) {
  const files = [file('a.pdf'), file('b.jpg')]
  await supplier.takeRequestTicket()
  const plan = (await supplier.create(files)).json
  expect((await supplier.submit(plan)).json.state).toBe('uploading')
  const { blobId } = plan.blobs[0]
  return { plan, put: () => supplier.putPart(plan.uploadId, blobId, 0, Buffer.concat(files.map(({ bytes }) => bytes))) }
}
const look = (supplier: Supplier, uploadId: string) => supplier.withTicket('GET', `/api/uploads/${uploadId}`)

test.each(['closed', 'expired', 'full'] as const)(
  'R2 U5 %s: a sending that is still under way goes on after a reload, for whoever began it, and nothing else does',
  async (state) => {
    const asked = await ask()
    const [first, other] = [new Supplier(server, asked.link), new Supplier(server, asked.link)]
    const { plan, put } = await stopHalfway(first)
    const aside = (await first.create([file('aside.pdf')])).json
    await other.sendFiles([file('o.pdf')])
    await ends[state](asked)
    expect((await first.look()).json.state).toBe(state)
    const refusals = { closed: 'requestClosed', expired: 'requestExpired', full: 'requestFull' }
    expect(codeOf(await other.takeRequestTicket())).toBe(refusals[state])
    expect(codeOf(await new Supplier(server, asked.link).takeRequestTicket())).toBe(refusals[state])
    expect((await first.takeRequestTicket()).status).toBe(200)
    expect((await look(first, plan.uploadId)).json.state).toBe('open')
    // What was begun beside it and not sent does not open, and nothing new begins.
    expect((await look(first, aside.uploadId)).status).toBe(404)
    expect((await first.putPart(aside.uploadId, aside.blobs[0].blobId, 0, randomBytes(50))).status).toBe(404)
    expect(codeOf(await first.create([file('c.pdf')]))).toMatch(/^request/)
    other.ticket = first.ticket
    expect((await put()).status).toBe(204)
    expect((await first.submit(plan)).json.state).toBe('received')
    // It is whole: no ticket any more, and none of before takes anything.
    expect(codeOf(await first.takeRequestTicket())).toBe(refusals[state])
    first.ticket = other.ticket
    expect(codeOf(await put())).toBe('uploadClosed')
    expect(codeOf(await first.create([file('d.pdf')]))).toMatch(/^request/)
  },
)

test('R25 D7 R27 a sending under way goes on neither without the password, nor taken down, nor where whoever asks is suspended', async () => {
  const asked = await ask()
  const first = new Supplier(server, asked.link)
  const { put } = await stopHalfway(first)
  await asked.change({ password, state: 'closed' })
  expect(codeOf(await first.takeRequestTicket())).toBe('passwordRequired')
  await first.call('POST', first.address('/unlock'), { password })
  expect((await first.takeRequestTicket()).status).toBe(200)
  const { ticket } = first
  await asked.account.setOwner({ status: 'revoke' })
  expect(codeOf(await first.takeRequestTicket())).toBe('requestClosed')
  await asked.account.setOwner({ status: 'active' })
  await server.services.db.execute(sql`update file_requests set taken_down = 'page' where slug = ${asked.slug}`)
  first.ticket = ticket
  expect(codeOf(await put())).toBe('requestTakenDown')
  expect(codeOf(await first.takeRequestTicket())).toBe('requestTakenDown')
})
