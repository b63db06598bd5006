import { randomBytes } from 'node:crypto'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { Browser, type TestFile } from '../../../test/support/sender.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { unzip } from '../../../test/support/unzip.ts'
import { eraseDueRequests } from './delete-request.ts'

let server: TestServer
let asker: Browser
beforeAll(async () => {
  server = await startTestServer()
  asker = new Browser(server)
  await asker.signUp('asker@example.com')
})
afterAll(() => server.close())

const file = (path: string, size = 1000): TestFile => ({ path, bytes: randomBytes(size) })
const documents = [
  { name: 'Invoice', accept: ['pdf'] },
  { name: 'Packing list', isRequired: false, note: 'As Excel or PDF' },
]

async function ask(more: Record<string, unknown> = {}): Promise<RequestDetail> {
  const { status, json } = await asker.withAccess('POST', '/api/requests', { title: 'Order 66', documents, ...more })
  expect([status, json]).toMatchObject([201, {}])
  return json
}
const read = async (slug: string): Promise<RequestDetail> => (await asker.withAccess('GET', `/api/requests/${slug}`)).json
const idsOf = (detail: RequestDetail) => Object.fromEntries(detail.documents.map(({ name, _id }) => [name, _id]))

test('R1 R2 R3 from asking two suppliers by mail to accepting, sending back, and the next copy', async () => {
  const made = await ask({
    sendAs: 'email',
    emailTo: [{ email: 'li@example.com', name: 'Li' }, { email: 'raj@example.com' }],
    message: 'By Friday',
  })
  const { slug } = made.request
  expect(made.request).toMatchObject({ status: 'open', supplierCount: 2, expectedCount: 2, receivedCount: 0, linkUrl: null })
  const mail = await server.mailTo('li@example.com')
  expect(mail.subject).toBe('asker@example.com asks you for files: “Order 66”')
  expect(mail.text).toContain('By Friday')
  expect(mail.text).toMatch(/Invoice[\s\S]*Packing list[\s\S]*optional/)
  const [li, raj] = made.suppliers.map(({ linkUrl }) => new Supplier(server, linkUrl!))
  expect(mail.text).toContain(li!.link)

  const page = (await li!.look()).json
  expect(page).toMatchObject({
    state: 'open',
    title: 'Order 66',
    me: { email: 'li@example.com', name: 'Li' },
    requester: { email: 'asker@example.com' },
  })
  expect(page.documents.map(({ name, state }: any) => [name, state])).toEqual([
    ['Invoice', 'waiting'],
    ['Packing list', 'waiting'],
  ])

  const { Invoice, ...others } = idsOf(made)
  const [invoice, list, extra] = [file('invoice 一.pdf', 70_000), file('list.xlsx'), file('photo.jpg', 300)]
  const sent = await li!.sendFiles(
    [invoice, list, extra],
    { 'invoice 一.pdf': Invoice!, 'list.xlsx': others['Packing list']! },
    { message: 'Here' },
  )
  expect([sent.status, sent.json]).toMatchObject([
    200,
    { state: 'received', fileCount: 3, totalBytes: 71_300, receiptTo: 'li@example.com' },
  ])
  const receipt = await server.mailTo('li@example.com', /reached/)
  expect(receipt.text).toContain('70 KB')

  const after = await read(slug)
  expect(after.request).toMatchObject({ receivedCount: 1, expectedCount: 2, submissionCount: 1 })
  const ofLi = after.suppliers.find(({ email }) => email === 'li@example.com')!
  expect(ofLi.slots.map(({ state, files }) => [state, files.map(({ path }) => path)])).toEqual([
    ['received', ['invoice 一.pdf']],
    ['received', ['list.xlsx']],
    ['received', ['photo.jpg']],
  ])
  expect(ofLi.messages).toMatchObject([{ text: 'Here' }])
  // The other one sees nothing of it, nor whoever has the bare link of a request by mail.
  expect((await raj!.look()).json).toMatchObject({ otherFiles: [], filesOfOthers: [] })
  expect((await new Supplier(server, `/r/${slug}`).look()).status).toBe(404)

  const { fileId } = ofLi.slots[0]!.files[0]!
  const decide = (decision: string, reason = '') =>
    asker.withAccess('POST', `/api/requests/${slug}/decisions`, { fileIds: [fileId], decision, reason })
  expect((await decide('rejected', 'The total is wrong')).status).toBe(200)
  await server.runJobs('requests:mailSupplier')
  const back = await server.mailTo('li@example.com', /sent back/)
  expect(back.text).toContain('The total is wrong')
  const again = (await li!.look()).json
  expect(again.documents[0]).toMatchObject({ state: 'rejected', reason: 'The total is wrong' })
  expect((await read(slug)).request.receivedCount).toBe(0)

  const next = file('invoice 一.pdf', 80_000)
  expect((await li!.sendFiles([next], { 'invoice 一.pdf': Invoice! })).json.state).toBe('received')
  const slots = (await read(slug)).suppliers[0]!.slots
  expect(slots[0]).toMatchObject({
    state: 'received',
    files: [
      { size: 80_000, isReplaced: false },
      { size: 70_000, isReplaced: true, decision: 'rejected' },
    ],
  })
  const newest = slots[0]!.files[0]!
  await asker.withAccess('POST', `/api/requests/${slug}/decisions`, { fileIds: [newest.fileId], decision: 'accepted' })
  expect((await li!.look()).json.documents[0].state).toBe('accepted')

  // One as it is, and all of it as a zip with a folder for each supplier.
  const one = await asker.withAccess('POST', `/api/requests/${slug}/downloads`, { fileIds: [fileId] })
  expect(Buffer.from(await (await fetch(server.url + one.json.url)).arrayBuffer())).toEqual(invoice.bytes)
  const lis = await asker.withAccess('POST', `/api/requests/${slug}/downloads`, {})
  expect((await fetch(server.url + lis.json.url)).headers.get('content-disposition')).toContain('%20-%20Li.zip')
  await raj!.sendFiles([file('raj.pdf', 10)], { 'raj.pdf': Invoice! })
  const all = await asker.withAccess('POST', `/api/requests/${slug}/downloads`, {})
  const zip = unzip(Buffer.from(await (await fetch(server.url + all.json.url)).arrayBuffer()))
  expect(Object.keys(zip).sort()).toEqual([
    'Li/Invoice/invoice 一.pdf',
    'Li/Packing list/list.xlsx',
    'Li/photo.jpg',
    'raj@example.com/Invoice/raj.pdf',
  ])
  expect(zip['Li/Invoice/invoice 一.pdf']).toEqual(next.bytes)
  expect((await fetch(`${server.url}${all.json.url}x`)).status).toBe(404)
  server.moveClock(700)
  expect((await fetch(server.url + all.json.url)).status).toBe(404)

  // It counts against the asker's storage, and what is deleted there is gone from the grid.
  const { json: folder } = await asker.withAccess('POST', '/folderSize', { userid: asker.user!._id })
  expect(JSON.stringify(folder)).toContain(String(70_000 + 1000 + 300 + 80_000 + 10))
  expect((await asker.withAccess('POST', '/deleteTransfer', { slug: newest.transferSlug, type: 'received' })).status).toBe(200)
  expect((await read(slug)).suppliers[0]!.slots[0]!.files).toMatchObject([{ size: 70_000, isReplaced: false }])
})

test('R2 a receipt says for which request it is and what is still needed, and what was said with the files stands in the conversation', async () => {
  const made = await ask({
    sendAs: 'email',
    emailTo: [{ email: 'ines@example.com' }],
    documents: [{ name: 'Invoice' }, { name: 'Certificate of origin' }, { name: 'Photograph', isRequired: false }],
  })
  const ines = new Supplier(server, made.suppliers[0]!.linkUrl!)
  await ines.sendFiles([file('i.pdf')], { 'i.pdf': idsOf(made).Invoice! }, { message: 'The other one comes tomorrow' })
  const receipt = await server.mailTo('ines@example.com', /reached/)
  expect(receipt.subject).toContain('for “Order 66”')
  expect(receipt.text).toMatch(/Order 66\s[\s\S]+Still needed:\s+Certificate of origin\s(?![\s\S]*Photograph)/)
  expect((await ines.look()).json.comments).toMatchObject([{ by: 'supplier', text: 'The other one comes tomorrow' }])
})

test('R3 what has come is told in one mail, and by the bell', async () => {
  const { request, documents } = await ask({ title: 'Gathered' })
  const first = new Supplier(server, request.linkUrl!)
  const second = new Supplier(server, request.linkUrl!)
  const said = { email: 'first@example.com', name: 'First', message: 'Page 2 is signed now' }
  for (const name of ['old.pdf', 'a.pdf']) await first.sendFiles([file(name)], { [name]: documents[0]!._id }, said)
  await second.sendFiles([file('b.pdf'), file('c.bin')], { 'b.pdf': documents[0]!._id }, { email: 'second@example.com' })
  const announced = async () =>
    (await server.mailsTo('asker@example.com')).filter(({ subject }) => /received for “Gathered”/.test(subject ?? ''))
  await server.runJobs('requests:announce')
  const mails = await announced()
  expect(mails.map(({ subject }) => subject)).toEqual(['3 files, 3 KB received for “Gathered”'])
  // What they have replaced meanwhile is no news; what they wrote is.
  expect(mails[0]!.text).not.toContain('old')
  expect(mails[0]!.text).toContain('Page 2 is signed now')
  expect(mails[0]!.text).toMatch(/First · 1 file, 1 KB\na.*pdf · 1 KB\nsecond@.*· 2 files, 2 KB\nb.*pdf · 1 KB\nc.*bin · 1 KB/)
  const { json } = await asker.withAccess('POST', '/notifications', {})
  const told = json.notifications.filter(({ requestSlug }: any) => requestSlug === request.slug)
  expect(told.map((each: any) => [each.kind, each.reason, each.receiverEmail, each.fileCount])).toEqual([
    ['submitted', 'Gathered', 'second@example.com', 2],
    ['submitted', 'Gathered', 'first@example.com', 1],
    ['submitted', 'Gathered', 'first@example.com', 1],
  ])
  // Nothing came since: nothing is told.
  await server.runJobs('requests:announce')
  expect(await announced()).toHaveLength(1)
})

describe('R1 R2 an example of a document', () => {
  const example = file('How it looks.pdf', 2000)
  const bring = async ({ browser }: Account, brought = [example]) => {
    const { json } = await browser.create(brought, { forExample: true })
    await browser.putAll(json, brought)
    return json.uploadId as string
  }
  const askWith = async (account: Account, exampleUploadId: string | null, more: Record<string, unknown> = {}) => {
    const asked = { title: 'Order 66', documents: [{ name: 'Invoice', exampleUploadId }, { name: 'List' }], ...more }
    const { status, json } = await account.call('POST', '/api/requests', asked)
    return { status, code: json.error?.code as string | undefined, made: json as RequestDetail }
  }
  const get = (supplier: Supplier, documentId: string, headers = {}) =>
    fetch(`${server.url}${supplier.address(`/documents/${documentId}/example`)}`, {
      headers: { cookie: supplier.cookie, ...headers },
    })
  const used = async (account: Account) => (await account.owner()).usedBytes + (await account.owner()).reservedBytes

  test('is shown beside it and downloaded as an attachment, whole or in part, while the request is open', async () => {
    const account = await Account.create(server)
    const { made } = await askWith(account, await bring(account), { password: 'a sampan at dusk' })
    expect(made.documents).toMatchObject([{ example: { name: example.path, size: 2000 } }, { example: null }])
    const [invoice, list] = made.documents.map(({ _id }) => _id)
    const supplier = new Supplier(server, made.request.linkUrl!)
    expect((await get(supplier, invoice!)).status).toBe(401)
    await supplier.call('POST', supplier.address('/unlock'), { password: 'a sampan at dusk' })
    const [shown] = (await supplier.look()).json.documents
    expect(shown.example).toEqual({ name: example.path, size: 2000, isBlocked: false })
    const whole = await get(supplier, invoice!)
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment; .*How%20it%20looks\.pdf/)
    expect(Buffer.from(await whole.arrayBuffer()).equals(example.bytes)).toBe(true)
    const part = await get(supplier, invoice!, { range: 'bytes=10-19' })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, example.bytes.subarray(10, 20)])
    // Of another document, of another request, and of none.
    const other = await askWith(account, null)
    for (const id of [list!, other.made.documents[0]!._id, crypto.randomUUID()])
      expect((await get(supplier, id)).status).toBe(404)
    expect((await get(new Supplier(server, other.made.request.linkUrl!), invoice!)).status).toBe(404)
    // What a scanner has found keeps it back, and whoever asks is told.
    await server.services.db.execute(sql`update files set scan = 'infected' where path = ${example.path} and size = 2000`)
    expect((await (await get(supplier, invoice!)).json()).error.code).toBe('fileInfected')
    expect((await supplier.look()).json.documents[0].example.isBlocked).toBe(true)
    const read: RequestDetail = (await account.call('GET', `/api/requests/${made.request.slug}`)).json
    expect(read.documents[0]!.example).toMatchObject({ warning: 'infected' })
    await account.call('PATCH', `/api/requests/${made.request.slug}`, { state: 'closed' })
    expect((await get(supplier, invoice!)).status).toBe(403)
  })

  test('R4 counts in the storage of whoever asks, is changed and taken out, and one that is not theirs or not whole is none', async () => {
    const [account, stranger] = [await Account.create(server), await Account.create(server)]
    const declared = (await account.browser.create([example], { forExample: true })).json.uploadId
    expect((await askWith(account, declared)).code).toBe('transferUploading')
    await account.browser.withTicket('DELETE', `/api/uploads/${declared}`)
    expect((await askWith(account, await bring(stranger))).code).toBe('uploadNotFound')
    const plain = (await account.browser.create([file('plain.pdf')])).json.uploadId
    expect((await askWith(account, plain)).code).toBe('uploadNotFound')
    await account.browser.withTicket('DELETE', `/api/uploads/${plain}`)
    expect((await account.browser.create([example, file('b.pdf')], { forExample: true })).status).toBe(400)
    expect((await new Browser(server).call('POST', '/api/uploads', { files: [], forExample: true })).status).toBe(401)
    expect(await used(account)).toBe(0)
    const count = async () => (await account.call('GET', '/requests')).json.matchCount
    expect(await count()).toBe(0)

    const { made } = await askWith(account, await bring(account))
    expect(await used(account)).toBe(2000)
    const change = (documents: object[]) => account.call('PATCH', `/api/requests/${made.request.slug}`, { documents })
    const [invoice, list] = made.documents.map(({ _id, name }) => ({ _id, name }))
    // Left out it stays; another takes its place; null takes it out; it goes with its document.
    expect((await change([invoice!, list!])).json.documents[0].example.size).toBe(2000)
    const next = await bring(account, [file('next.pdf', 500)])
    expect((await change([{ ...invoice, exampleUploadId: next }, list!])).json.documents[0].example.name).toBe('next.pdf')
    expect(await used(account)).toBe(500)
    // The same again changes nothing, and it is no other request's.
    expect((await change([{ ...invoice, exampleUploadId: next }, list!])).status).toBe(200)
    expect([(await askWith(account, next)).code, await count()]).toEqual(['uploadNotFound', 1])
    expect((await change([{ ...invoice, exampleUploadId: null }, list!])).json.documents[0].example).toBeNull()
    expect(await used(account)).toBe(0)
    await change([invoice!, { ...list, exampleUploadId: await bring(account) }])
    expect(await used(account)).toBe(2000)
    await change([invoice!])
    expect(await used(account)).toBe(0)
  })

  test('H3 a repeated call asks once, and shows the same', async () => {
    const account = await Account.create(server)
    const [exampleId, requestKey] = [await bring(account), 'the same']
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => askWith(account, exampleId, { requestKey })))
    for (const { made } of others) expect(made.request.slug).toBe(first!.made.request.slug)
    expect((await askWith(account, exampleId, { requestKey })).made.documents[0]!.example?.size).toBe(2000)
    expect(await used(account)).toBe(2000)
  })

  test('T11 goes with a copy, and its storage with the last request that shows it', async () => {
    const account = await Account.create(server)
    const { made } = await askWith(account, await bring(account))
    const copy: RequestDetail = (await account.call('POST', `/api/requests/${made.request.slug}/copy`)).json
    expect([copy.documents[0]!.example?.name, await used(account)]).toEqual([example.path, 2000])
    const supplier = new Supplier(server, made.request.linkUrl!)
    await account.call('DELETE', `/api/requests/${made.request.slug}`)
    expect((await get(supplier, made.documents[0]!._id)).status).toBe(404)
    expect((await get(new Supplier(server, copy.request.linkUrl!), copy.documents[0]!._id)).status).toBe(200)
    await account.call('DELETE', `/api/requests/${copy.request.slug}`)
    const binned = (slug: string) =>
      server.services.db.execute(sql`update file_requests set restorable_until = 'epoch' where slug = ${slug}`)
    await binned(made.request.slug)
    await eraseDueRequests(server.services)
    expect(await used(account)).toBe(2000)
    await binned(copy.request.slug)
    await eraseDueRequests(server.services)
    expect(await used(account)).toBe(0)
  })

  test('R5 a template leaves it out', async () => {
    const account = await Account.create(server)
    const template = { documents: [{ name: 'Invoice', exampleUploadId: await bring(account) }] }
    const { json } = await account.call('POST', '/api/requestTemplates', { name: 'Papers', template })
    expect(json.template.documents).toEqual([{ name: 'Invoice', note: '', accept: [], isRequired: true }])
  })
})
