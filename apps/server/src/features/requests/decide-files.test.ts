/** Deciding about received files, and taking them back before: what is mailed of it, and how often it may be done (R3, R41). */
import { randomBytes } from 'node:crypto'
import type { RequestView } from '@sampan/contract/routes/request-page'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, type TestFile } from '../../../test/support/sender.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
let asker: Browser
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'requestDecision=7/3600' })
  asker = new Browser(server)
  await asker.signUp('asker@example.com')
})
afterAll(() => server.close())

const names = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']
const file = (path: string): TestFile => ({ path, bytes: randomBytes(100) })

/** Names in mails hold marks that keep programs from making links of them. */
const withoutMarks = ({ text }: { text?: string | undefined }) => text!.replaceAll('\u200B', '')

/** A request of four documents, all of which its supplier has sent. */
async function received(email: string) {
  const ask = { title: 'Order 66', documents: names.map((name) => ({ name })), sendAs: 'email', emailTo: [{ email }] }
  const made: RequestDetail = (await asker.withAccess('POST', '/api/requests', ask)).json
  const supplier = new Supplier(server, made.suppliers[0]!.linkUrl!)
  const documentOf = Object.fromEntries(made.documents.map(({ name, _id }) => [name, _id]))
  const send = (paths: string[]) => supplier.sendFiles(paths.map(file), documentOf)
  await send(names)
  const { slug } = made.request
  const idOf = async (path: string) => {
    const detail: RequestDetail = (await asker.withAccess('GET', `/api/requests/${slug}`)).json
    return detail.suppliers[0]!.slots.find(({ files }) => files[0]?.path === path)!.files[0]!.fileId
  }
  const decide = async (path: string, decision: string, reason = '') =>
    (await asker.withAccess('POST', `/api/requests/${slug}/decisions`, { fileIds: [await idOf(path)], decision, reason })).status
  const sentBack = async () => {
    await server.runJobs('requests:mailSupplier')
    return (await server.mailsTo(email)).filter(({ subject }) => subject?.includes('sent back')).map(withoutMarks)
  }
  return { decide, sentBack, send }
}

test('R3 R41 H3 what is sent back within a minute is one mail, with each reason; what was decided otherwise is not in it', async () => {
  const { decide, sentBack, send } = await received('li@example.com')
  const steps = [
    ['a.pdf', 'rejected', 'Torn'],
    ['b.pdf', 'rejected', 'Stained'],
    ['c.pdf', 'rejected', 'Torn'],
    ['c.pdf', 'accepted', ''],
    ['a.pdf', 'rejected', 'Torn'],
  ] as const
  for (const [path, decision, reason] of steps) expect(await decide(path, decision, reason)).toBe(200)
  const [mail, ...more] = await sentBack()
  expect(more).toEqual([])
  expect(mail).toMatch(/a\.pdf[\s\S]*Torn[\s\S]*b\.pdf[\s\S]*Stained/)
  expect(mail).not.toMatch(/c\.pdf|d\.pdf/)
  expect(await decide('a.pdf', 'rejected', 'Torn')).toBe(200)
  expect(await sentBack()).toHaveLength(1)
  // The next one tells what is still to be sent, and nothing that came anew.
  await send(['a.pdf'])
  await decide('d.pdf', 'rejected', 'Blank')
  const [, next, ...others] = await sentBack()
  expect([others, /b\.pdf[\s\S]*Stained[\s\S]*d\.pdf[\s\S]*Blank/.test(next!), next!.includes('a.pdf')]).toEqual([
    [],
    true,
    false,
  ])
})

test('R50 H3 decisions of one request are limited; the same again counts not, and another request is another one', async () => {
  const [{ decide }, other] = [await received('raj@example.com'), await received('mei@example.com')]
  const change = (nth: number) => decide('a.pdf', 'rejected', `Reason ${nth}`)
  for (let nth = 0; nth < 7; nth++) for (const _ of [1, 2]) expect(await change(nth)).toBe(200)
  expect([await change(7), await decide('b.pdf', 'accepted'), await change(6)]).toEqual([429, 429, 200])
  expect(await other.decide('a.pdf', 'accepted')).toBe(200)
})

/** A request of some documents with its open link, and people who answer it. */
async function asked(more: Record<string, unknown> = {}) {
  const ask = { title: 'Order 67', sendAs: 'link', emailField: 'optional', documents: names.map((name) => ({ name })), ...more }
  const made: RequestDetail = (await asker.withAccess('POST', '/api/requests', ask)).json
  const { slug, linkUrl } = made.request
  const documentOf = Object.fromEntries(made.documents.map(({ name, _id }) => [name, _id]))
  const comer = () => new Supplier(server, linkUrl!)
  const read = async (): Promise<RequestDetail> => (await asker.withAccess('GET', `/api/requests/${slug}`)).json
  const usedBytes = async () => (await asker.withAccess('POST', '/folderSize', {})).json.folderSize as number
  const decide = (fileIds: string[], decision: string) =>
    asker.withAccess('POST', `/api/requests/${slug}/decisions`, { fileIds, decision, reason: 'Torn' })
  return { slug, documentOf, comer, read, usedBytes, decide }
}
const takeBack = (supplier: Supplier, fileId: string) => supplier.call('DELETE', supplier.address(`/files/${fileId}`))
const slotNamed = (view: RequestView, name: string) => view.documents.find((slot) => slot.name === name)!
const fileIdOf = async (supplier: Supplier, name: string): Promise<string> =>
  slotNamed((await supplier.look()).json, name).files[0]!.fileId!

test('R2 R3 R4 H3 what nobody has decided about can be taken back: its document waits again, its room is free, and the talk says so; repeated it changes nothing more', async () => {
  const { documentOf, comer, read, usedBytes } = await asked({ maxSubmissions: 1 })
  const supplier = comer()
  const before = await usedBytes()
  await supplier.sendFiles(['a.pdf', 'b.pdf'].map(file), documentOf)
  expect(await usedBytes()).toBe(before + 200)
  const [a, b] = [await fileIdOf(supplier, 'a.pdf'), await fileIdOf(supplier, 'b.pdf')]
  const { status, json } = await takeBack(supplier, a)
  expect([status, slotNamed(json, 'a.pdf'), slotNamed(json, 'b.pdf')]).toMatchObject([
    200,
    { state: 'waiting', files: [] },
    { state: 'received', files: [{ decision: 'received', isReplaced: false }] },
  ])
  expect(await usedBytes()).toBe(before + 100)
  const told = [{ by: 'supplier', text: 'a.pdf', isWithdrawal: true }]
  expect([json.comments, (await read()).suppliers[0]!.comments]).toMatchObject([told, told])
  // The sending is there no more with its last file: another one may come in its stead.
  const answers = await Promise.all([takeBack(supplier, b), takeBack(supplier, b), takeBack(supplier, a)])
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
  expect(await usedBytes()).toBe(before)
  const { request, suppliers, counts } = await read()
  expect([request.submissionCount, request.status, counts.files, suppliers[0]!.comments.length]).toEqual([0, 'open', 0, 2])
  expect((await supplier.sendFiles([file('a.pdf')], documentOf)).json.state).toBe('received')
})

test('R2 R3 what was written with files that were all taken back stays in the talk of both, and is mailed', async () => {
  const { documentOf, comer, read } = await asked()
  const supplier = comer()
  await supplier.sendFiles([file('a.pdf')], documentOf, { message: 'Which stamp do you mean?' })
  await takeBack(supplier, await fileIdOf(supplier, 'a.pdf'))
  const told = [{ by: 'supplier', text: 'Which stamp do you mean?', isWithdrawal: false }, { isWithdrawal: true }]
  expect([(await supplier.look()).json.comments, (await read()).suppliers[0]!.comments]).toMatchObject([told, told])
  await server.runJobs('requests:written')
  const texts = (await server.mailsTo('asker@example.com')).map(({ text }) => text)
  expect(texts.filter((text) => text?.includes('Which stamp do you mean?'))).toHaveLength(1)
})

test('R2 what a later file has replaced is told from what counts, which counts again once the later one is taken back', async () => {
  const { documentOf, comer, read } = await asked()
  const supplier = comer()
  await supplier.sendFiles([file('a.pdf')], documentOf)
  await supplier.sendFiles([file('a.pdf')], documentOf)
  const marks = async () => slotNamed((await supplier.look()).json, 'a.pdf').files.map(({ isReplaced }) => isReplaced)
  expect(await marks()).toEqual([false, true])
  await takeBack(supplier, await fileIdOf(supplier, 'a.pdf'))
  expect([await marks(), (await read()).suppliers[0]!.slots[0]!.state]).toEqual([[false], 'received'])
})

test('R25 R3 nobody takes back what is another’s, unknown, decided about, or behind a password', async () => {
  const { slug, documentOf, comer, read, decide } = await asked()
  const [supplier, other] = [comer(), comer()]
  await supplier.sendFiles(['a.pdf', 'b.pdf', 'c.pdf'].map(file), documentOf)
  await other.sendFiles([file('a.pdf')], documentOf)
  const [a, b, c] = [await fileIdOf(supplier, 'a.pdf'), await fileIdOf(supplier, 'b.pdf'), await fileIdOf(supplier, 'c.pdf')]
  await decide([a], 'accepted')
  await decide([b], 'rejected')
  const strange = new Supplier(server, `${other.link}/${'x'.repeat(22)}`)
  const tries: [Supplier, string][] = [
    [supplier, a],
    [supplier, b],
    [other, c],
    [comer(), c],
    [supplier, slug],
    [strange, c],
  ]
  const codes: string[] = []
  for (const [who, fileId] of tries) codes.push((await takeBack(who, fileId)).json.error.code)
  expect(codes).toEqual(['alreadyDecided', 'alreadyDecided', 'notYours', 'notYours', 'invalidInput', 'requestUnknown'])
  await asker.withAccess('PATCH', `/api/requests/${slug}`, { password: 'a sampan at dusk' })
  expect((await takeBack(supplier, c)).json.error.code).toBe('passwordRequired')
  expect((await read()).counts.files).toBe(4)
})

test('R3 R15 of a decision and a taking back at the same moment exactly one comes first', async () => {
  const { documentOf, comer, read, decide } = await asked()
  for (const decision of ['accepted', 'rejected', 'accepted']) {
    const supplier = comer()
    await supplier.sendFiles([file('a.pdf')], documentOf)
    const a = await fileIdOf(supplier, 'a.pdf')
    const [decided, taken] = await Promise.all([decide([a], decision), takeBack(supplier, a)])
    expect([decided.status, taken.status].sort()).toEqual(decided.status === 200 ? [200, 409] : [200, 404])
    const { state, files } = (await read()).suppliers.at(-1)!.slots[0]!
    expect([state, files.length]).toEqual(decided.status === 200 ? [decision, 1] : ['waiting', 0])
  }
})
