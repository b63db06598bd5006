/**
 * Who may do what to whose objects (R25): a row for every route of the contract, every actor on each. Whoever is refused is told what
 * an id that does not exist would tell, and not a row has changed.
 */
import { routes } from '@sampan/contract/routes/index'
import type { Route } from '@sampan/contract/routes/route'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
} from '../test/support/actors.ts'
import {
  account,
  author,
  closed,
  type NamesNothing,
  type Row,
  reader,
  suspended,
  suspendedToo,
} from '../test/support/permission-row.ts'
import { accountRows } from '../test/support/permission-rows-of-accounts.ts'
import { billingRows } from '../test/support/permission-rows-of-billing.ts'
import { contactRows } from '../test/support/permission-rows-of-contacts.ts'
import { newsRows } from '../test/support/permission-rows-of-news.ts'
import { requestRows } from '../test/support/permission-rows-of-requests.ts'
import { teamRows } from '../test/support/permission-rows-of-teams.ts'
import { transferRows } from '../test/support/permission-rows-of-transfers.ts'
import { crcHex } from '../test/support/sender.ts'
import { startTestServer, type TestServer } from '../test/support/test-server.ts'

const uploadOf = ({ upload }: Objects) => ({ uploadId: upload.id })
const slugOf = ({ transfer }: Objects) => ({ slug: transfer.slug })

const managed = (o: Objects, { user = 'none' }: Record<string, string>) => ({
  params: { ...slugOf(o), token: user, recipientId: o.transfer.id },
  body: { email: 'mallory@example.com' },
})

const matrix: Record<string, Row | NamesNothing> = {
  'GET /healthz': 'the process',
  'GET /readyz': 'the process',
  'GET /geo': 'the caller’s network address',
  ...accountRows,
  ...billingRows,
  ...contactRows,
  ...transferRows,
  ...newsRows,
  ...requestRows,
  ...teamRows,
  'POST /stsAuth': { ask: ({ userId }) => ({ body: { id: userId, type: 'userUpload' } }), may: account },
  'POST /api/uploads': 'begins an upload of the caller’s own',
  'GET /api/uploads/:uploadId': { ask: (o) => ({ params: uploadOf(o) }), may: suspendedToo },
  'POST /api/uploads/:uploadId/files': {
    ask: (o) => ({ params: uploadOf(o), body: { files: [{ path: 'more', size: 1 }] } }),
    may: author,
    refusals: suspended,
  },
  'DELETE /api/uploads/:uploadId/files/:fileId': {
    ask: (o) => ({ params: { ...uploadOf(o), fileId: o.upload.fileId } }),
    may: suspendedToo,
  },
  'POST /api/uploads/:uploadId/removals': {
    ask: (o) => ({ params: uploadOf(o), body: { fileIds: [o.upload.fileId] } }),
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
    refusals: suspended,
  },
  'DELETE /api/uploads/:uploadId': { ask: (o) => ({ params: uploadOf(o) }), may: suspendedToo },

  'POST /quicksend2': {
    ask: ({ upload, email }) => ({
      body: { slug: upload.slug, senderEmail: email, emailTo: [{ email: 'mallory@example.com' }] },
    }),
    may: author,
    refusals: suspended,
  },
  'POST /quicksend2/takeBack': { ask: (o) => ({ body: { slug: o.upload.slug } }), may: suspendedToo },
  'POST /SendTransferEmail': { ask: ({ transfer }) => ({ body: { _id: transfer.id } }), may: suspendedToo },

  'GET /api/activity': 'the caller’s own alone',

  'GET /api/transfers/:slug/files': { ask: (o) => ({ params: slugOf(o) }), may: account },
  'POST /api/transfers/:slug/forward': {
    ask: (o) => ({
      params: slugOf(o),
      body: { fileIds: [o.transfer.fileId], emailTo: [{ email: 'mallory@example.com' }] },
    }),
    may: ['owner'],
    refusals: suspended,
  },

  'POST /api/transfers/:slug/files': {
    // It has one file, which nothing can take out: what is done to files is in versions.test.
    ask: (o) => ({ params: slugOf(o), body: {} }),
    may: ['owner'],
    refusals: suspended,
  },
  'GET /api/transfers/:slug/versions': { ask: (o) => ({ params: slugOf(o) }), may: account },
  'POST /api/transfers/:slug/versions/:version/restore': {
    ask: (o) => ({ params: { ...slugOf(o), version: '1' } }),
    may: ['owner'],
    refusals: suspended,
  },
  'POST /api/transfers/:slug/versions/free': { ask: (o) => ({ params: slugOf(o) }), may: account },

  'GET /api/analytics': 'the caller’s own downloads',
  'GET /api/analytics/transfers': 'the caller’s own downloads',
  'GET /api/analytics/recipients': 'the caller’s own downloads',
  'GET /api/analytics.csv': 'the caller’s own downloads',

  // By the token in the sender's mail alone (manage.test): a recipient's own, or none, opens nothing.
  'GET /api/manage/:slug/:token': { ask: (o, link) => ({ params: managed(o, link).params }), may: [] },
  'POST /api/manage/:slug/:token/delete': { ask: managed, may: [] },
  'POST /api/manage/:slug/:token/restore': { ask: managed, may: [] },
  'POST /api/manage/:slug/:token/recipients/:recipientId/resend': { ask: managed, may: [] },
  'PATCH /api/manage/:slug/:token/recipients/:recipientId': { ask: managed, may: [] },

  'GET /api/transfers/:slug': {
    ask: (o, query) => ({ params: slugOf(o), query }),
    may: reader,
    refusals: { recipientOfSuspended: 'disabled', recipientWithoutPassword: 'password' },
  },
  'GET /api/transfers/:slug/arrival': {
    ask: (o, query) => ({ params: slugOf(o), query }),
    may: reader,
    refusals: { recipientOfSuspended: 'disabled', recipientWithoutPassword: 'password' },
  },
  'POST /api/transfers/:slug/unlock': {
    ask: (o, query) => ({ params: slugOf(o), query, body: { password: linkPassword } }),
    may: [...reader, 'recipientWithoutPassword'],
    refusals: { recipientOfSuspended: 'disabled' },
  },
  'POST /api/transfers/:slug/selections': {
    ask: (o, query) => ({ params: slugOf(o), query, body: { fileIds: [o.transfer.fileId] } }),
    may: reader,
    refusals: closed,
  },
  'POST /api/transfers/:slug/downloads': {
    ask: (o, query) => ({ params: slugOf(o), query, body: { fileId: o.transfer.fileId } }),
    may: reader,
    refusals: closed,
  },
  'GET /api/transfers/:slug/files/:fileId': {
    ask: (o, query) => ({ params: { ...slugOf(o), fileId: o.transfer.fileId }, query }),
    may: reader,
    refusals: closed,
  },
  'GET /api/transfers/:slug/files/:fileId/preview': {
    ask: (o, query) => ({ params: { ...slugOf(o), fileId: o.transfer.fileId }, query }),
    may: reader,
    refusals: closed,
  },
  'GET /api/transfers/:slug/zip': { ask: (o, query) => ({ params: slugOf(o), query }), may: reader, refusals: closed },
  'POST /api/transfers/:slug/timeRequests': {
    ask: (o, query) => ({ params: slugOf(o), query, body: { email: 'mallory@example.com' } }),
    // Whoever lacks the password asks its sender for it.
    may: ['recipientWithoutPassword'],
    refusals: {
      recipient: 'linkStillOpen',
      recipientOfSuspended: 'transferDisabled',
    },
  },
  'GET /api/extensions/:token': 'a secret of a mail',
  'POST /checkExtension': 'the same secret',
  'GET /api/unsubscribe/:token': 'a secret of a mail',
  'POST /unsubscribe/:token': 'the same secret',
  // One that lives has its time already: what is given to those who wait is in give-time.test.
  'POST /api/transfers/:slug/extension': { ask: (o) => ({ params: slugOf(o) }), may: ['owner'] },
  'POST /api/transfers/:slug/reports': {
    ask: (o, query) => ({ params: slugOf(o), query, body: { reason: 'other' } }),
    may: [...reader, 'recipientWithoutPassword', 'recipientOfSuspended'],
  },
  'POST /zip': {
    ask: (o, link) => ({ body: { ...slugOf(o), ...link, downloads: [o.transfer.fileId] } }),
    may: reader,
    refusals: closed,
  },
}

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`
const rows = routes.flatMap((route) => {
  const row = matrix[nameOf(route)]
  return typeof row === 'object' ? [[nameOf(route), route, row] as const] : []
})

let server: TestServer
beforeAll(async () => {
  const rules = [
    'linkMiss',
    'linkPassword',
    'licenceCodes',
    'loginAccount',
    'loginNetwork',
    'codeNetwork',
    'signUpNetwork',
    'emailTakenNetwork',
    'abuseReport',
    'paymentAccount',
    ...['paymentNetwork', 'paymentReads', 'requestVisitorNetwork'],
  ]
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

const tables =
  'transfers transfer_files transfer_versions recipients selections time_requests abuse_reports uploads blobs files attempts owners month_counts users sessions api_tokens licence_codes'
const ofAccounts =
  'contacts contact_groups contact_group_members feedbacks feedback_asks subscriptions purchases payment_events sandbox_customers used_trials password_resets pictures account_exports device_requests'
// What comes up by the clock, as the sums of analytics do too, has nothing to do with a call; nor has asking the provider anew.
const jobs = `(select json_agg(task_identifier || ' ' || coalesce(key, '') order by task_identifier, key) from graphile_worker.jobs where key is null or key not similar to '(timed|billing-check):%') as jobs`
const dumped = sql.raw(
  `${tables} ${ofAccounts} notifications verifications verified_addresses download_sessions download_events download_notices transfer_events`
    .split(' ')
    .map(
      (table) =>
        `(select json_agg(row order by row::text) from (select to_jsonb(t) - 'is_counted' as row from ${table} t) rows) as ${table}`,
    )
    .concat(jobs)
    .join(', '),
)
const dump = async () => (await server.services.db.execute(sql`select ${dumped}`)).rows[0]
/** No job is left but those of a time far from now. */
async function restJobs(): Promise<void> {
  const soon = sql`select distinct task_identifier as name from graphile_worker.jobs where run_at < now() + interval '1 minute'`
  for (;;) {
    const { rows } = await server.services.db.execute<{ name: string }>(soon)
    if (!rows.length) return
    for (const { name } of rows) await server.runJobs(name)
  }
}

test('R25 every route of the contract has a row, and every row a route', () => {
  expect(Object.keys(matrix).sort()).toEqual(routes.map(nameOf).sort())
})

describe('refused', () => {
  const worlds = new Map<string, World>()
  const actors = new Map<ActorName, Actor>()
  beforeAll(async () => {
    for (const name of actorNames) actors.set(name, await makeActor(server, name, worlds))
    await restJobs()
    // What tickets are known by is remembered for half a minute (R27).
    server.moveClock(60)
  })

  test.each(rows)('R25 R26 H4 %s: who may not learns nothing and changes nothing', async (_, route, row) => {
    const before = await dump()
    for (const name of actorNames.filter((each) => !row.may.includes(each))) {
      const actor = actors.get(name)!
      for (const method of route.reply === 'bytes' ? ['GET', 'HEAD'] : [route.method]) {
        const answer = await ask(actor, route, row, actor.about.objects, method)
        if (!row.refusals?.[name]) {
          expect(answer.status, `${method} by ${name}`).toBeGreaterThanOrEqual(400)
          expect(answer, `${method} by ${name}`).toEqual(await ask(actor, route, row, unknownObjects(), method))
        } else if (method !== 'HEAD') expect(answer.says, `${method} by ${name}`).toBe(row.refusals[name])
        else expect(answer.status, `${method} by ${name}`).toBeGreaterThanOrEqual(400)
      }
    }
    expect(await dump(), 'what all of them together have changed').toEqual(before)
  })
})

describe('allowed', () => {
  // What only reads leaves its world to the next one.
  const read = new Map<string, World>()

  test.each(rows)('R25 %s: who may is served', async (_, route, row) => {
    for (const name of row.may) {
      const actor = await makeActor(server, name, route.method === 'GET' ? read : undefined)
      for (const { path, body } of row.before ?? []) await actor.browser.call('POST', path, body, actor.access)
      const answer = await ask(actor, route, row, actor.about.objects)
      expect(answer.status, `${name}: ${answer.says}`).toBeLessThan(300)
    }
  })
})
