import { randomBytes } from 'node:crypto'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, type TestFile } from '../../../test/support/sender.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { unzip } from '../../../test/support/unzip.ts'

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

test('R2 a receipt says what is still needed, and what was said with the files stands in the conversation', async () => {
  const made = await ask({
    sendAs: 'email',
    emailTo: [{ email: 'ines@example.com' }],
    documents: [{ name: 'Invoice' }, { name: 'Certificate of origin' }, { name: 'Photograph', isRequired: false }],
  })
  const ines = new Supplier(server, made.suppliers[0]!.linkUrl!)
  await ines.sendFiles([file('i.pdf')], { 'i.pdf': idsOf(made).Invoice! }, { message: 'The other one comes tomorrow' })
  const receipt = await server.mailTo('ines@example.com', /reached/)
  expect(receipt.text).toMatch(/Still needed:\s+Certificate of origin/)
  expect(receipt.text).not.toContain('Photograph')
  expect((await ines.look()).json.comments).toMatchObject([{ by: 'supplier', text: 'The other one comes tomorrow' }])
})

test('R3 what has come is told in one mail, and by the bell', async () => {
  const { request, documents } = await ask({ title: 'Gathered' })
  const first = new Supplier(server, request.linkUrl!)
  const second = new Supplier(server, request.linkUrl!)
  await first.sendFiles([file('a.pdf')], { 'a.pdf': documents[0]!._id }, { email: 'first@example.com', name: 'First' })
  await second.sendFiles([file('b.pdf'), file('c.bin')], { 'b.pdf': documents[0]!._id }, { email: 'second@example.com' })
  const announced = async () =>
    (await server.mailsTo('asker@example.com')).filter(({ subject }) => /received for “Gathered”/.test(subject ?? ''))
  await server.runJobs('requests:announce')
  const mails = await announced()
  expect(mails.map(({ subject }) => subject)).toEqual(['3 files, 3 KB received for “Gathered”'])
  expect(mails[0]!.text).toMatch(/First · 1 file, 1 KB\na.*pdf · 1 KB\nsecond@.*· 2 files, 2 KB\nb.*pdf · 1 KB\nc.*bin · 1 KB/)
  const { json } = await asker.withAccess('POST', '/notifications', {})
  const told = json.notifications.filter(({ requestSlug }: any) => requestSlug === request.slug)
  expect(told.map(({ kind, receiverEmail, fileCount }: any) => [kind, receiverEmail, fileCount])).toEqual([
    ['submitted', 'second@example.com', 2],
    ['submitted', 'first@example.com', 1],
  ])
  // Nothing came since: nothing is told.
  await server.runJobs('requests:announce')
  expect(await announced()).toHaveLength(1)
})
