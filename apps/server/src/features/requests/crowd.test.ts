/** Many strangers at an open link: what they leave behind, and how many of them a request takes (R6). */
import { randomBytes } from 'node:crypto'
import { requestLimits } from '@sampan/contract/limits'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser, type TestFile } from '../../../test/support/sender.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { suppliers } from '../../db/tables.ts'

const rates = [
  'requestTicket=310/3600',
  'requestSubmit=4/3600',
  'requestSubmitAll=7/3600',
  'requestVisitorNetwork=3/3600',
  'requestVisitor=5/3600',
]
let server: TestServer
let asker: Browser
beforeAll(async () => {
  server = await startTestServer({
    TRUST_PROXY: '127.0.0.1',
    PLAN_LIMITS: 'free.requestsPerMonth=40',
    RATE_LIMITS: rates.join(','),
  })
  asker = new Browser(server)
  await asker.signUp('asker@example.com')
})
afterAll(() => server.close())

let networks = 0
const network = () => `10.7.${networks >> 8}.${networks++ & 255}`
const file = (path = 'a.txt'): TestFile => ({ path, bytes: randomBytes(100) })
async function ask(more: Record<string, unknown> = {}): Promise<RequestDetail> {
  const { status, json } = await asker.withAccess('POST', '/api/requests', { title: 'Papers', emailField: 'optional', ...more })
  expect([status, json]).toMatchObject([201, {}])
  return json
}
const read = async ({ request }: RequestDetail): Promise<RequestDetail> =>
  (await asker.withAccess('GET', `/api/requests/${request.slug}`)).json
const comer = ({ request }: RequestDetail, from = network()) =>
  new Supplier(server, request.linkUrl!, { 'x-forwarded-for': from })
const rowsOf = ({ request }: RequestDetail) => server.services.db.$count(suppliers, eq(suppliers.requestId, request._id))
const say = (supplier: Supplier, text = 'Hello') => supplier.call('POST', supplier.address('/comments'), { text })
const codeOf = ({ status, json }: Awaited<ReturnType<Supplier['call']>>): string => json.error?.code ?? String(status)

/** Each asks until it is refused: how often it was not, and how it was. */
async function until(act: (round: number) => Promise<string>): Promise<[number, string]> {
  for (let round = 0; ; round++) {
    const code = await act(round)
    if (!/^2/.test(code)) return [round, code]
  }
}

describe('R2 R6 a row for whoever submits or says something', () => {
  test('300 strangers without a cookie who look and take a ticket leave none', async () => {
    const made = await ask()
    const from = network()
    for (let i = 0; i < 300; i++) {
      const stranger = comer(made, from)
      if (i % 10 === 0) expect((await stranger.look()).json.state).toBe('open')
      expect((await stranger.takeRequestTicket()).status).toBe(200)
    }
    expect(await rowsOf(made)).toBe(0)
    expect(await until(async () => codeOf(await comer(made, from).takeRequestTicket()))).toEqual([10, 'rateLimited'])
  })

  test('an upload is the browser’s, also once it has said something, and is counted as somebody’s at the link', async () => {
    const made = await ask()
    const stranger = comer(made)
    const plan = await stranger.upload([file('a.txt'), file('b.txt')])
    expect([await rowsOf(made), (await read(made)).request.uploadingCount]).toEqual([0, 2])
    // Nothing has come of it for a while: it is not on its way any more, and can still be discarded.
    await server.services.db.execute(
      sql`update uploads set expires_at = expires_at - interval '16 minutes' where id = ${plan.uploadId}`,
    )
    expect((await read(made)).request).toMatchObject({ uploadingCount: 0, begunCount: 2 })
    expect(codeOf(await say(stranger))).toBe('201')
    await stranger.takeRequestTicket()
    expect((await stranger.withTicket('GET', `/api/uploads/${plan.uploadId}`)).json.state).toBe('open')
    const other = comer(made)
    await other.takeRequestTicket()
    expect((await other.withTicket('GET', `/api/uploads/${plan.uploadId}`)).status).toBe(404)
    expect(codeOf(await other.submit(plan))).toBe('uploadNotFound')
    const answers = await Promise.all([1, 2, 3].map(() => stranger.submit(plan)))
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.submissionId}`)).size).toBe(1)
    expect(await rowsOf(made)).toBe(1)
  })

  test('of many first submissions of one upload at once all are answered alike', async () => {
    const made = await ask()
    const stranger = comer(made)
    const plan = await stranger.upload([file()])
    const answers = await Promise.all(Array.from({ length: 6 }, () => stranger.submit(plan)))
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.submissionId}`)).size).toBe(1)
    expect([await rowsOf(made), (await read(made)).request.submissionCount]).toEqual([1, 1])
  })
})

describe('R2 R6 how often, for whom', () => {
  test.each([
    ['new people of one network', 3, async (made: RequestDetail, from: string) => codeOf(await say(comer(made, from)))],
    ['new people of one request', 5, async (made: RequestDetail) => codeOf(await say(comer(made)))],
  ] as const)('%s: %i', async (_, max, act) => {
    const [made, from] = [await ask(), network()]
    expect(await until(() => act(made, from))).toEqual([max, 'rateLimited'])
  })

  test('new people of one network are counted over all requests', async () => {
    const from = network()
    const made = await Promise.all([ask(), ask(), ask(), ask()])
    expect(await until(async (round) => codeOf(await say(comer(made[round]!, from))))).toEqual([3, 'rateLimited'])
  })

  test('submissions of one network, and of all strangers; who was asked by name is held up by neither', async () => {
    const made = await ask({ sendAs: 'link', emailTo: [] })
    const from = network()
    const one = comer(made, from)
    const submit = async (supplier: Supplier) => codeOf(await supplier.submit(await supplier.upload([file()])))
    expect(await until(() => submit(one))).toEqual([4, 'rateLimited'])
    const another = comer(made)
    expect(await until(() => submit(another))).toEqual([3, 'rateLimited'])
    const { json } = await asker.withAccess('POST', `/api/requests/${made.request.slug}/suppliers`, {
      emailTo: [{ email: 'named@example.com' }],
    })
    const { linkUrl } = (json as RequestDetail).suppliers.find(({ email }) => email === 'named@example.com')!
    expect(await submit(new Supplier(server, linkUrl!, { 'x-forwarded-for': from }))).toBe('200')
  })
})

describe('R2 R6 a request takes so many strangers', () => {
  const fill = ({ request }: RequestDetail, count: number) =>
    server.services.db.execute(sql`
      insert into suppliers (request_id, browser_hash, email, created_at)
      select ${request._id}, 'browser ' || n, n || '@example.com', now() from generate_series(1, ${count}::int) as n`)

  test('as many as race for the last places, and nobody new after them, who is told so before anything is sent', async () => {
    const made = await ask()
    const known = comer(made)
    await known.sendFiles([file()])
    await fill(made, requestLimits.visitors - 3)
    const strangers = Array.from({ length: 4 }, () => comer(made))
    const plans = await Promise.all(strangers.map((stranger) => stranger.upload([file()])))
    const codes = await Promise.all(strangers.map(async (stranger, i) => codeOf(await stranger.submit(plans[i]!))))
    expect(codes.sort()).toEqual(['200', '200', 'requestFull', 'requestFull'])
    expect(await rowsOf(made)).toBe(requestLimits.visitors)
    const late = comer(made)
    expect((await late.look()).json.state).toBe('full')
    expect([codeOf(await late.takeRequestTicket()), codeOf(await say(late))]).toEqual(['requestFull', 'requestFull'])
    expect((await known.look()).json.state).toBe('open')
    expect(codeOf(await known.sendFiles([file()]))).toBe('200')
  })
})
