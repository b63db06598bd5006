/**
 * Who may do what to whose objects (R25): a row for every route of the contract, every actor on each. Whoever is refused is told what
 * an id that does not exist would tell, and not a row has changed.
 */
import { routes } from '@sampan/contract/routes/index'
import type { Route } from '@sampan/contract/routes/route'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type Actor,
  type ActorName,
  actorNames,
  linkPassword,
  makeActor,
  type Objects,
  part,
  unknownObjects,
  type World,
} from './testing/actors.ts'
import { crcHex } from './testing/sender.ts'
import { startTestServer, type TestServer, waitFor } from './testing/test-server.ts'

type Ask = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  headers?: Record<string, string>
}
type Row = {
  /** How the route names an object of somebody; `link` is what the actor's own link carries. */
  ask: (objects: Objects, link: Record<string, string>) => Ask
  may: readonly ActorName[]
  /** Refused, and told why by this code or state: those who know already that it is there. */
  told?: Partial<Record<ActorName, string>>
}
/** Names no object of anybody: there is nothing to be refused. */
type NamesNothing = string

const author = ['owner', 'senderBrowser'] as const
const suspendedToo = [...author, 'suspendedOwner'] as const
const account = ['owner', 'suspendedOwner'] as const
const reader = ['recipient'] as const
const suspended = { suspendedOwner: 'accountSuspended' }
const closed = { recipientOfSuspended: 'transferDisabled', recipientWithoutPassword: 'passwordRequired' }

const uploadOf = ({ upload }: Objects) => ({ uploadId: upload.id })
const slugOf = ({ transfer }: Objects) => ({ slug: transfer.slug })

const matrix: Record<string, Row | NamesNothing> = {
  'GET /healthz': 'the process',
  'GET /readyz': 'the process',
  'GET /geo': 'the caller’s network address',

  'POST /sendVerifyEmail': 'any address may be sent a code',
  'POST /verifyEmail': 'any address may be sent a code',
  'POST /checkVerifyEmail': 'a code of this browser',
  'POST /newsignupverify': 'tells whether an address is taken, as A1 asks, so many times an hour',
  'POST /signup2': { ask: ({ email }) => ({ body: { email, password: linkPassword } }), may: [] },
  'POST /combinedAuth': { ask: ({ email }) => ({ body: { email, password: 'not this one' } }), may: [] },
  'GET /refreshToken': 'the caller’s cookie',
  'GET /logout': 'the caller’s cookie',
  'POST /updateProfile': { ask: ({ userId }) => ({ body: { userid: userId, fullName: 'Mallory' } }), may: account },
  'POST /folderSize': { ask: ({ userId }) => ({ body: { userid: userId } }), may: account },

  'POST /stsAuth': { ask: ({ userId }) => ({ body: { id: userId, type: 'userUpload' } }), may: account },
  'POST /api/uploads': 'begins an upload of the caller’s own',
  'GET /api/uploads/:uploadId': { ask: (o) => ({ params: uploadOf(o) }), may: suspendedToo },
  'POST /api/uploads/:uploadId/files': {
    ask: (o) => ({ params: uploadOf(o), body: { files: [{ path: 'more', size: 1 }] } }),
    may: author,
    told: suspended,
  },
  'DELETE /api/uploads/:uploadId/files/:fileId': {
    ask: (o) => ({ params: { ...uploadOf(o), fileId: o.upload.fileId } }),
    may: suspendedToo,
  },
  'PUT /api/uploads/:uploadId/blobs/:blobId': {
    ask: (o) => ({
      params: { ...uploadOf(o), blobId: o.upload.blobId },
      query: { offset: String(part.offset) },
      body: part.bytes,
      headers: { 'x-part-crc32': crcHex(part.bytes) },
    }),
    may: author,
    told: suspended,
  },
  'DELETE /api/uploads/:uploadId': { ask: (o) => ({ params: uploadOf(o) }), may: suspendedToo },

  'POST /quicksend2': {
    ask: ({ upload, email }) => ({
      body: { slug: upload.slug, senderEmail: email, emailTo: [{ email: 'mallory@example.com' }] },
    }),
    may: author,
    told: suspended,
  },
  'POST /SendTransferEmail': { ask: ({ transfer }) => ({ body: { _id: transfer.id } }), may: suspendedToo },

  'GET /getQs': { ask: (o) => ({ query: slugOf(o) }), may: account },
  'POST /deleteTransfer': { ask: (o) => ({ body: slugOf(o) }), may: account },
  'POST /api/transfers/:slug/restore': { ask: (o) => ({ params: slugOf(o) }), may: account },
  'PATCH /api/transfers/:slug': { ask: (o) => ({ params: slugOf(o), body: { isDisabled: true } }), may: ['owner'] },
  'POST /api/transfers/:slug/link': { ask: (o) => ({ params: slugOf(o) }), may: ['owner'] },

  'GET /api/transfers/:slug': {
    ask: (o, query) => ({ params: slugOf(o), query }),
    may: reader,
    told: { recipientOfSuspended: 'disabled', recipientWithoutPassword: 'password' },
  },
  'POST /api/transfers/:slug/unlock': {
    ask: (o, query) => ({ params: slugOf(o), query, body: { password: linkPassword } }),
    may: [...reader, 'recipientWithoutPassword'],
    told: { recipientOfSuspended: 'disabled' },
  },
  'POST /api/transfers/:slug/selections': {
    ask: (o, query) => ({ params: slugOf(o), query, body: { fileIds: [o.transfer.fileId] } }),
    may: reader,
    told: closed,
  },
  'GET /api/transfers/:slug/files/:fileId': {
    ask: (o, query) => ({ params: { ...slugOf(o), fileId: o.transfer.fileId }, query }),
    may: reader,
    told: closed,
  },
  'GET /api/transfers/:slug/zip': { ask: (o, query) => ({ params: slugOf(o), query }), may: reader, told: closed },
  'POST /zip': {
    ask: (o, link) => ({ body: { ...slugOf(o), ...link, downloads: [o.transfer.fileId] } }),
    may: reader,
    told: closed,
  },
}

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`
const rows = routes.flatMap((route) => {
  const row = matrix[nameOf(route)]
  return typeof row === 'object' ? [[nameOf(route), route, row] as const] : []
})

let server: TestServer
beforeAll(async () => {
  const rules = ['linkMiss', 'linkPassword', 'loginAccount', 'loginNetwork', 'codeNetwork', 'signUpNetwork', 'emailTakenNetwork']
  server = await startTestServer({ RATE_LIMITS: rules.map((rule) => `${rule}=100000/60`).join(',') })
})
afterAll(() => server?.close())

async function ask({ browser, access, link }: Actor, route: Route, row: Row, objects: Objects, method: string = route.method) {
  const { params = {}, query = {}, body, headers } = row.ask(objects, link)
  const path = route.path.replace(/:(\w+)/g, (_, name) => params[name]!)
  const own = route.who !== 'ticket' ? access : browser.ticket ? { authorization: `Bearer ${browser.ticket}` } : {}
  const { status, json } = await browser.call(method, `${path}?${new URLSearchParams(query)}`, body, { ...own, ...headers })
  return { status, says: (json?.error?.code ?? json?.state) as string | undefined }
}

const tables = 'transfers transfer_files recipients selections uploads blobs files attempts owners month_counts users sessions'
const jobs = `(select json_agg(task_identifier || ' ' || coalesce(key, '') order by 1) from graphile_worker.jobs) as jobs`
const dumped = sql.raw(
  `${tables} verifications verified_addresses download_sessions download_events download_notices`
    .split(' ')
    .map((table) => `(select json_agg(t order by t::text) from ${table} t) as ${table}`)
    .concat(jobs)
    .join(', '),
)
const dump = async () => (await server.services.db.execute(sql`select ${dumped}`)).rows[0]
/** No job is left but those of a set time. */
const isAtRest = async () =>
  (await server.services.db.execute(sql`select 1 from graphile_worker.jobs where run_at < now() + interval '2 seconds'`)).rows
    .length === 0

test('R25 every route of the contract has a row, and every row a route', () => {
  expect(Object.keys(matrix).sort()).toEqual(routes.map(nameOf).sort())
})

describe('refused', () => {
  const worlds = new Map<string, World>()
  const actors = new Map<ActorName, Actor>()
  beforeAll(async () => {
    for (const name of actorNames) actors.set(name, await makeActor(server, name, worlds))
    await waitFor(isAtRest)
    // What tickets are known by is remembered for half a minute (R27).
    const now = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
  })

  afterAll(() => void vi.restoreAllMocks())

  test.each(rows)('R25 R26 H4 %s: who may not learns nothing and changes nothing', async (_, route, row) => {
    for (const name of actorNames.filter((each) => !row.may.includes(each))) {
      const actor = actors.get(name)!
      for (const method of route.reply === 'bytes' ? ['GET', 'HEAD'] : [route.method]) {
        const before = await dump()
        const answer = await ask(actor, route, row, actor.about.objects, method)
        if (!row.told?.[name]) {
          expect(answer.status, `${method} by ${name}`).toBeGreaterThanOrEqual(400)
          expect(answer, `${method} by ${name}`).toEqual(await ask(actor, route, row, unknownObjects(), method))
        } else if (method !== 'HEAD') expect(answer.says, `${method} by ${name}`).toBe(row.told[name])
        else expect(answer.status, `${method} by ${name}`).toBeGreaterThanOrEqual(400)
        expect(await dump(), `${method} by ${name}`).toEqual(before)
      }
    }
  })
})

describe('allowed', () => {
  test.each(rows)('R25 %s: who may is served', async (_, route, row) => {
    for (const name of row.may) {
      const actor = await makeActor(server, name)
      const answer = await ask(actor, route, row, actor.about.objects)
      expect(answer.status, `${name}: ${answer.says}`).toBeLessThan(300)
    }
  })
})
