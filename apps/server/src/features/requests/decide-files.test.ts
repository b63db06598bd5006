/** Deciding about received files: what is mailed of it, and how often it may be done (R3, R41). */
import { randomBytes } from 'node:crypto'
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
