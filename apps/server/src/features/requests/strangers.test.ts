import { randomBytes } from 'node:crypto'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { formatMoment } from '@sampan/texts/format'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser, type TestFile } from '../../../test/support/sender.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

const MB = 1_000_000
let server: TestServer
let asker: Browser
beforeAll(async () => {
  const plan = ['free.uploadBytes=40000000', 'free.storageBytes=60000000', 'free.requestsPerMonth=40'].join(',')
  server = await startTestServer({ PLAN_LIMITS: plan, RATE_LIMITS: 'requestSubmit=1000/3600' })
  asker = new Browser(server)
  await asker.signUp('asker@example.com')
})
afterAll(() => server.close())

/** An access token lives for a quarter of an hour. */
async function later(seconds: number): Promise<void> {
  server.moveClock(seconds)
  await asker.logIn('asker@example.com')
}

const file = (path: string, size = 100): TestFile => ({ path, bytes: randomBytes(size) })
async function ask(more: Record<string, unknown> = {}): Promise<RequestDetail> {
  const { status, json } = await asker.withAccess('POST', '/api/requests', { title: 'Papers', emailField: 'optional', ...more })
  expect([status, json]).toMatchObject([201, {}])
  return json
}
const change = (slug: string, body: object) => asker.withAccess('PATCH', `/api/requests/${slug}`, body)
const read = async (slug: string): Promise<RequestDetail> => (await asker.withAccess('GET', `/api/requests/${slug}`)).json
const comer = ({ request }: RequestDetail) => new Supplier(server, request.linkUrl!)
/** What the ticket, the plan of an upload and a submission say, the first that is refused. */
async function refusal(supplier: Supplier, files: readonly { path: string; size: number }[]): Promise<string> {
  const ticket = await supplier.takeRequestTicket()
  if (ticket.status !== 200) return ticket.json.error.code
  const { json } = await supplier.withTicket('POST', '/api/uploads', { files })
  return json.error?.code ?? 'taken'
}

describe('R2 R25 what a link opens', () => {
  test.each([
    ['closed', { state: 'closed' }, 0, 403, 'requestClosed'],
    ['expired', { dueAt: 0, graceSeconds: 60 }, 120, 410, 'requestExpired'],
    ['password', { password: 'a sampan at dusk' }, 0, 401, 'passwordRequired'],
  ] as const)('%s', async (state, set, afterSeconds, status, code) => {
    const made = await ask()
    await change(made.request.slug, { ...set, ...('dueAt' in set && { dueAt: server.services.clock().getTime() + 5000 }) })
    await later(afterSeconds)
    const supplier = comer(made)
    const page = await supplier.look()
    expect([page.status, page.json.state, page.json.requester.email]).toEqual([status, state, 'asker@example.com'])
    expect(await refusal(supplier, [{ path: 'a.txt', size: 1 }])).toBe(code)
  })

  test('late files within the grace, and after it none', async () => {
    const now = server.services.clock().getTime()
    const made = await ask({ dueAt: now + 10_000, graceSeconds: 3600 })
    expect((await comer(made).look()).json).toMatchObject({ isLate: false, dueAt: now + 10_000, endsAt: now + 3_610_000 })
    // It stands in the page that reads without scripts.
    const page = async () => (await comer(made).call('GET', `/r/${made.request.slug}`)).json
    expect(await page()).toContain(`Please send by ${formatMoment(new Date(now + 10_000), 'en')}`)
    await later(60)
    expect((await comer(made).look()).json).toMatchObject({ state: 'open', isLate: true })
    expect(await page()).toContain('This was due on')
    await later(3600)
    expect((await comer(made).look()).json.state).toBe('expired')
    // More time, and it is open again.
    await change(made.request.slug, { dueAt: server.services.clock().getTime() + 86_400_000 })
    expect((await comer(made).look()).json.state).toBe('open')
  })

  test('the right password opens it in that browser, until there is another', async () => {
    const made = await ask({ password: 'a sampan at dusk' })
    const supplier = comer(made)
    const wrong = await supplier.call('POST', supplier.address('/unlock'), { password: 'a junk at dawn' })
    expect([wrong.status, wrong.json.error.code]).toEqual([401, 'passwordWrong'])
    expect((await supplier.call('POST', supplier.address('/unlock'), { password: 'a sampan at dusk' })).json.state).toBe('open')
    expect((await supplier.sendFiles([file('a.txt')])).json.state).toBe('received')
    expect((await comer(made).look()).json.state).toBe('password')
    await change(made.request.slug, { password: 'another sampan' })
    expect((await supplier.look()).json.state).toBe('password')
  })

  test('a wrong token, a foreign one and an unknown slug look the same', async () => {
    const made = await ask({ sendAs: 'email', emailTo: [{ email: 'li@example.com' }] })
    const other = await ask({ sendAs: 'email', emailTo: [{ email: 'raj@example.com' }] })
    const token = new Supplier(server, other.suppliers[0]!.linkUrl!).token
    const { slug } = made.request
    for (const link of [`/r/${slug}/${token}`, `/r/${slug}/${'x'.repeat(22)}`, `/r/${slug}`, '/r/Unknown1']) {
      const page = await new Supplier(server, link).look()
      expect([page.status, { ...page.json, slug }]).toMatchObject([404, { state: 'unknown', requester: null, title: '' }])
      expect((await new Supplier(server, link).takeRequestTicket()).json.error.code).toBe('requestUnknown')
    }
  })

  test('strangers add and see their own alone; what others sent only where the request shows it', async () => {
    const made = await ask()
    const [first, second] = [comer(made), comer(made)]
    await first.sendFiles([file('first.txt')])
    await second.sendFiles([file('second.txt')])
    expect((await first.look()).json).toMatchObject({ otherFiles: [{ path: 'first.txt' }], filesOfOthers: [] })
    await change(made.request.slug, { showsFiles: true })
    expect((await first.look()).json).toMatchObject({
      otherFiles: [{ path: 'first.txt' }],
      filesOfOthers: [{ path: 'second.txt' }],
    })
    expect((await read(made.request.slug)).request.submissionCount).toBe(2)
  })
})

describe('R28 U7 tickets and uploads of a request', () => {
  test('open nothing else, and nothing else opens them', async () => {
    const made = await ask()
    const supplier = comer(made)
    // Somebody who sends in the same browser, too.
    await supplier.takeTicket()
    const own = (await supplier.create([file('own.txt')])).json
    const ownTicket = supplier.ticket
    const plan = await supplier.upload([file('asked.txt')])
    const requestTicket = supplier.ticket
    const look = async (ticket: string, uploadId: string) => {
      supplier.ticket = ticket
      return (await supplier.withTicket('GET', `/api/uploads/${uploadId}`)).status
    }
    expect([await look(requestTicket, plan.uploadId), await look(requestTicket, own.uploadId)]).toEqual([200, 404])
    expect([await look(ownTicket, plan.uploadId), await look(ownTicket, own.uploadId)]).toEqual([404, 200])
    const published = await supplier.call('POST', '/quicksend2', {
      slug: plan.slug,
      senderEmail: 'x@example.com',
      emailTo: [{ email: 'y@example.com' }],
    })
    expect(published.status).toBeGreaterThanOrEqual(400)
    // The upload of one is submitted by nobody else, nor to another request.
    const other = comer(await ask())
    await other.takeRequestTicket()
    expect((await other.submit(plan)).json.error.code).toBe('uploadNotFound')
    const answers = await Promise.all(Array.from({ length: 5 }, () => supplier.submit(plan)))
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.submissionId}`)).size).toBe(1)
    expect((await read(made.request.slug)).request.submissionCount).toBe(1)
  })

  test.each([
    ['a html file', {}, [{ path: 'a.html', size: 5 }], 'insecureFileType'],
    ['an empty one', {}, [{ path: 'a.txt', size: 0 }], 'fileEmpty'],
    ['another type', { accept: ['pdf', '.dwg'], documents: [] }, [{ path: 'a.docx', size: 5 }], 'fileTypeRefused'],
    ['an asked type', { accept: ['pdf', '.dwg'], documents: [] }, [{ path: 'A.DWG', size: 5 }], 'taken'],
    ['too large', { maxFileBytes: 10 }, [{ path: 'a.txt', size: 11 }], 'fileTooLarge'],
    ['too many', { maxFiles: 2 }, ['a', 'b', 'c'].map((path) => ({ path, size: 1 })), 'tooManyForRequest'],
    ['thousands', {}, Array.from({ length: 3000 }, (_, i) => ({ path: `${i}.txt`, size: 1 })), 'tooManyForRequest'],
    ['more than a sending takes', {}, [{ path: 'a.bin', size: 41 * MB }], 'requestTooLarge'],
    ['a path that leads elsewhere', {}, [{ path: '../a.txt', size: 1 }], 'invalidPath'],
  ] as const)('%s', async (_, limits, files, code) => {
    expect(await refusal(comer(await ask(limits)), files)).toBe(code)
  })

  test('R28 what a file is inside is looked at, and told to whoever asks', async () => {
    const made = await ask({ documents: [{ name: 'Scan', accept: ['pdf'] }] })
    // Its head, and 200 bytes of a picture.
    const [head, picture] = ['89504e470d0a1a0a0000000d49484452', '000000c849444154'].map((hex) => Buffer.from(hex, 'hex'))
    const png = Buffer.concat([head!, Buffer.alloc(17), picture!, randomBytes(200)])
    const supplier = comer(made)
    const id = made.documents[0]!._id
    await supplier.sendFiles([{ path: 'scan.pdf', bytes: png }], { 'scan.pdf': id })
    await server.runJobs('requests:inspect')
    const [slot] = (await read(made.request.slug)).suppliers[0]!.slots
    expect(slot!.files[0]).toMatchObject({ path: 'scan.pdf', warning: 'otherType' })
  })

  test('a document takes its own types alone, and only documents where nothing else is asked', async () => {
    const made = await ask({ documents: [{ name: 'Invoice', accept: ['pdf'] }], takesOtherFiles: false })
    const supplier = comer(made)
    const id = made.documents[0]!._id
    expect(await refusal(supplier, [{ path: 'a.docx', size: 5 }])).toBe('fileTypeRefused')
    const plan = await supplier.upload([file('a.pdf')])
    expect((await supplier.submit(plan)).json.error).toMatchObject({ code: 'invalidInput', fields: { documents: 'required' } })
    expect((await supplier.submit(plan, { 'a.pdf': id })).json.state).toBe('received')
  })

  test('where documents alone are asked for, a voice memo goes along with them, and nothing else that is called one', async () => {
    const made = await ask({ documents: [{ name: 'Invoice', accept: ['pdf'] }], takesOtherFiles: false })
    const supplier = comer(made)
    const id = made.documents[0]!._id
    const memo = (path: string) => ({ voiceMemo: [{ fileName: path, size: 1000, itemPath: path }] })
    const first = await supplier.upload([file('a.pdf'), file('memo.webm')])
    expect((await supplier.submit(first, { 'a.pdf': id })).json.error).toMatchObject({ fields: { documents: 'required' } })
    expect((await supplier.submit(first, { 'a.pdf': id }, memo('memo.webm'))).json.state).toBe('received')
    const second = await supplier.upload([file('b.pdf'), file('c.pdf')])
    expect((await supplier.submit(second, { 'b.pdf': id }, memo('c.pdf'))).json.error).toMatchObject({
      fields: { documents: 'required' },
    })
  })

  test('R2 who has to say a name and an address, and how much may be said with files as alone', async () => {
    const made = await ask({ nameField: 'required', emailField: 'required' })
    const supplier = comer(made)
    const plan = await supplier.upload([file('a.txt')])
    expect((await supplier.submit(plan)).json.error.fields).toEqual({ name: 'required', email: 'required' })
    const mei = { name: 'Mei', email: 'mei@example.com' }
    const tooLong = await supplier.submit(plan, {}, { ...mei, message: 'x'.repeat(1001) })
    expect(tooLong.json.error.fields).toEqual({ message: 'tooLong' })
    expect((await supplier.submit(plan, {}, { ...mei, message: 'x'.repeat(1000) })).json.receiptTo).toBe('mei@example.com')
    expect((await read(made.request.slug)).suppliers[0]).toMatchObject({
      name: 'Mei',
      email: 'mei@example.com',
      isInvited: false,
    })
  })
})

describe('R15 R28 limits that strangers race for', () => {
  test('of ten submissions at once three are taken', async () => {
    const made = await ask({ maxSubmissions: 3 })
    const suppliers = Array.from({ length: 10 }, () => comer(made))
    const plans = await Promise.all(suppliers.map((supplier, i) => supplier.upload([file(`${i}.txt`)])))
    const answers = await Promise.all(suppliers.map((supplier, i) => supplier.submit(plans[i]!)))
    expect(answers.map(({ json }) => json.state ?? json.error.code).sort()).toEqual([
      ...Array(3).fill('received'),
      ...Array(7).fill('requestFull'),
    ])
    expect((await comer(made).look()).json.state).toBe('full')
    expect((await read(made.request.slug)).request).toMatchObject({ status: 'full', submissionCount: 3 })
  })

  test('R3 who was asked for a document again may send it although all have sent, once', async () => {
    const made = await ask({ maxSubmissions: 1, documents: [{ name: 'Licence' }] })
    const { slug } = made.request
    const first = comer(made)
    const licence = { 'licence.pdf': made.documents[0]!._id }
    await first.sendFiles([file('licence.pdf')], licence)
    expect((await first.look()).json).toMatchObject({ state: 'full', documents: [{ files: [{ path: 'licence.pdf' }] }] })
    const [sent] = (await read(slug)).suppliers[0]!.slots[0]!.files
    const decision = { fileIds: [sent!.fileId], decision: 'rejected', reason: 'Unreadable' }
    await asker.withAccess('POST', `/api/requests/${slug}/decisions`, decision)
    expect((await first.look()).json).toMatchObject({ state: 'open', submissionsLeft: 1 })
    expect((await comer(made).look()).json.state).toBe('full')
    expect((await first.sendFiles([file('licence.pdf')], licence)).json.state).toBe('received')
    expect((await first.look()).json.state).toBe('full')
    expect((await read(slug)).request.submissionCount).toBe(2)
  })
})
