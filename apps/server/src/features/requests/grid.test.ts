/** The grid of a request with thousands of suppliers: pages, counts, exports, and what is done to all of them (R3, R6). */
import { randomBytes } from 'node:crypto'
import { requestLimits } from '@sampan/contract/limits'
import type { RequestSupplier } from '@sampan/contract/routes/request-grid'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { type SupplierFilter, supplierFilters } from '@sampan/contract/states'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSuppliers, type Person, type Sent } from '../../../test/support/many-suppliers.ts'
import { charactersOf } from '../../../test/support/pdf-text.ts'
import { parametersOf } from '../../../test/support/questions.ts'
import { Browser } from '../../../test/support/sender.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
let asker: Browser
beforeAll(async () => {
  server = await startTestServer({ PLAN_LIMITS: 'free.requestsPerMonth=40' })
  asker = new Browser(server)
  await asker.signUp('asker@example.com')
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: unknown) => asker.withAccess(method, `/api/requests${path}`, body)
/** With one supplier, who has sent one file by itself. */
async function ask(documents: readonly { name: string; isRequired?: boolean }[]): Promise<RequestDetail & { of: string }> {
  const made: RequestDetail = (await call('POST', '', { title: 'Papers', emailField: 'optional', documents })).json
  const sent = await new Supplier(server, made.request.linkUrl!).sendFiles([{ path: 'a.pdf', bytes: randomBytes(50) }])
  expect(sent.json).toMatchObject({ state: 'received' })
  return { ...made, of: sent.json.submissionId }
}
const fill = ({ request, of }: RequestDetail & { of: string }, people: readonly Person[]) =>
  addSuppliers(server.services.db, { requestId: request._id, of }, people)
const read = async ({ request }: RequestDetail): Promise<RequestDetail> => (await call('GET', `/${request.slug}`)).json
type Page = { suppliers: RequestSupplier[]; matchCount: number }
const page = async ({ request }: RequestDetail, query: string): Promise<Page> =>
  (await call('GET', `/${request.slug}/suppliers?${query}`)).json
async function everybody(made: RequestDetail, query = ''): Promise<RequestSupplier[]> {
  const all: RequestSupplier[] = []
  for (;;) {
    const { suppliers, matchCount } = await page(made, `${query}&limit=200&skip=${all.length}`)
    all.push(...suppliers)
    if (suppliers.length === 0 || all.length >= matchCount) return all
  }
}

describe('R3 R6 pages of the grid', () => {
  test('each once and in order, found by what they are called; the request has the first page and the counts of all', async () => {
    const made = await ask([])
    await fill(
      made,
      Array.from({ length: 249 }, (_, n) => ({ name: n === 240 ? 'Zoë 100%_a' : `Person ${n}` })),
    )
    const detail = await read(made)
    expect([detail.suppliers.length, detail.request.supplierCount]).toEqual([requestLimits.suppliersPerPage, 250])
    expect(detail.counts).toMatchObject({ all: 250, missing: 249, complete: 1, toReview: 1, files: 1, hasOtherFiles: true })
    const all = await everybody(made)
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(250)
    expect(all.slice(0, 100)).toEqual(detail.suppliers)
    for (const search of ['zoë', '100%25_', ' Zoë 100%25'])
      expect((await page(made, `search=${search}`)).suppliers.map(({ name }) => name)).toEqual(['Zoë 100%_a'])
    expect(await page(made, 'search=nobody')).toEqual({ suppliers: [], matchCount: 0 })
    expect((await page(made, `search=person&filter=missing&limit=3&skip=246`)).matchCount).toBe(249)
    const last = all.at(-1)!
    expect(await page(made, `supplierId=${last._id}`)).toEqual({ suppliers: [last], matchCount: 1 })
    const other = await ask([])
    expect((await call('GET', `/${other.request.slug}/suppliers?supplierId=${last._id}`)).status).toBe(404)
  })

  const decisions = ['received', 'accepted', 'rejected'] as const
  /** All that can have come of two documents and of none: so many sendings each, of every kind. */
  function everyStory(documentIds: readonly (string | null)[]): Person[] {
    const kinds = [...decisions.map((decision) => ({ decision })), { decision: 'received' as const, isOnItsWay: true }]
    const sendings = documentIds.flatMap((documentId) => kinds.map((kind): Sent => ({ documentId, ...kind })))
    const pairs = sendings.flatMap((first) => sendings.map((second) => [first, second]))
    return [{}, ...sendings.map((one) => [one]), ...pairs].map((sent, n) =>
      Array.isArray(sent) ? { sent, isInvited: n % 2 === 0, isBounced: n % 3 === 0 } : sent,
    )
  }
  const isIn: Record<SupplierFilter, (supplier: RequestSupplier, required: readonly string[]) => boolean> = {
    all: () => true,
    bounced: ({ mailState }) => mailState === 'bounced',
    toReview: ({ slots }) =>
      slots.some(({ files }) => files.some(({ isReplaced, decision }) => !isReplaced && decision === 'received')),
    complete: ({ slots }, required) =>
      required.length
        ? required.every((id) => slots.some((slot) => slot.documentId === id && ['received', 'accepted'].includes(slot.state)))
        : slots.some(({ files }) => files.some(({ decision }) => decision !== 'rejected')),
    missing: (...args) => !isIn.complete(...args),
  }

  test.each([
    ['of two documents', [{ name: 'Invoice' }, { name: 'List' }]],
    ['where one is optional', [{ name: 'Invoice' }, { name: 'List', isRequired: false }]],
    ['where none is required', [{ name: 'List', isRequired: false }]],
    ['of no document', []],
  ])('the database counts as the grid shows it: %s', async (_, documents) => {
    const made = await ask(documents)
    const ids = made.documents.map(({ _id }) => _id)
    const required = made.documents.filter(({ isRequired }) => isRequired).map(({ _id }) => _id)
    await fill(made, everyStory([...ids, null]))
    const all = await everybody(made)
    const { counts } = await read(made)
    for (const filter of supplierFilters) {
      const expected = all.filter((supplier) => isIn[filter](supplier, required)).map(({ _id }) => _id)
      expect([filter, (await everybody(made, `filter=${filter}`)).map(({ _id }) => _id)]).toEqual([filter, expected])
      expect([filter, counts[filter]]).toEqual([filter, expected.length])
    }
    const awaited = all.filter((supplier) => supplier.isInvited && isIn.missing(supplier, required))
    expect(counts.awaited).toBe(awaited.length)
  })
})

describe('R3 R6 thousands of suppliers', () => {
  const count = 5000
  let few: RequestDetail & { of: string }
  let many: RequestDetail & { of: string }
  beforeAll(async () => {
    ;[few, many] = [await ask([{ name: 'Invoice' }]), await ask([{ name: 'Invoice' }])]
    const people = (length: number, { documents }: RequestDetail) =>
      Array.from(
        { length },
        (_, n): Person => ({ sent: n % 50 ? [] : [{ documentId: documents[0]!._id, decision: 'received' }] }),
      )
    await fill(few, people(10, few))
    await fill(many, people(count - 1, many))
  })

  test.each([
    ['reading', ({ request }: RequestDetail) => call('GET', `/${request.slug}`)],
    ['a page', (made: RequestDetail) => page(made, 'filter=toReview&search=person')],
    ['closing', ({ request }: RequestDetail) => call('PATCH', `/${request.slug}`, { state: 'closed' })],
    ['opening again', ({ request }: RequestDetail) => call('PATCH', `/${request.slug}`, { state: 'open' })],
    ['reminding', ({ request }: RequestDetail) => call('POST', `/${request.slug}/reminders`, {})],
    ['looking at the link', ({ request }: RequestDetail) => new Supplier(server, request.linkUrl!).look()],
    ['downloading all', ({ request }: RequestDetail) => call('POST', `/${request.slug}/downloads`, {})],
  ] as const)('%s asks the database with as few parameters as for ten', async (_, act) => {
    // Jobs ask beside it, with a handful: what counts is that nothing grows with the people.
    expect(await parametersOf(() => act(many))).toBeLessThan((await parametersOf(() => act(few))) + 20)
  })

  test('R2 a page that shows what others have sent names the newest, and says how many there are', async () => {
    const made = await ask([])
    const sent: Sent[] = ['received', 'accepted', 'rejected'].map((decision) => ({ documentId: null, decision }) as Sent)
    await fill(made, Array(70).fill({ sent }))
    await call('PATCH', `/${made.request.slug}`, { showsFiles: true })
    const { filesOfOthers, filesOfOthersCount } = (await new Supplier(server, made.request.linkUrl!).look()).json
    expect([filesOfOthers.length, filesOfOthersCount]).toEqual([requestLimits.filesOfOthers, 211])
  })

  test('the table is whole, and read in pages', async () => {
    const most = await parametersOf(async () => {
      const { json, headers } = await call('GET', `/${many.request.slug}/export?format=csv`)
      expect(headers.get('content-length')).toBeNull()
      const lines = String(json).trimEnd().split('\r\n').slice(1)
      // Whoever has sent one by itself, and no invoice, has two.
      expect(lines).toHaveLength(count + 1)
      expect(lines.filter((line) => line.includes('a.pdf'))).toHaveLength(101)
    })
    expect(most).toBeLessThan(10)
  })

  test('the PDF has so many lines, and says that people are left out', async () => {
    const headers = { authorization: `Bearer ${asker.accessToken}`, 'accept-language': 'zh' }
    const pdfOf = async ({ request }: RequestDetail) => {
      const reply = await fetch(`${server.url}/api/requests/${request.slug}/export?format=pdf`, { headers })
      const pdf = Buffer.from(await reply.arrayBuffer())
      const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length
      const characters = charactersOf(pdf)
      // “另有 … 人未列入本文件”; and who asks, “发起人”, by their address.
      return {
        status: reply.status,
        pages,
        saysMore: characters.includes('另'),
        namesAsker: characters.includes('@') && characters.includes('起'),
      }
    }
    expect(await pdfOf(few)).toEqual({ status: 200, pages: 1, saysMore: false, namesAsker: true })
    // 2,000 lines of 44 or so each.
    expect(await pdfOf(many)).toEqual({ status: 200, pages: expect.closeTo(46, -1), saysMore: true, namesAsker: true })
  })

  test('deleting it deletes all of them', async () => {
    expect((await call('DELETE', `/${many.request.slug}`)).status).toBe(200)
    expect((await call('GET', `/${many.request.slug}`)).status).toBe(404)
  })
})
