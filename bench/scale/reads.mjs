/** How long people wait for the calls that they make most, one after another. */
import { timed } from '../growth/calls.mjs'
import { median } from '../measure.mjs'

const times = 20
const p95 = (values) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]

const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const last = (days) => `from=${day(days - 1)}&to=${day(0)}`

/** By what people do; each is made `times` times after three that are not counted. */
const callsOf = ({ account, operator, slug, ownCount, ownerId, link }) => {
  const get = (path, more) => () => account.call('GET', path, undefined, more)
  const list = (query) => get(`/getQs?userid=${account.userId}${query}`)
  const asOperator = (path) => () => operator.call('GET', path)
  return {
    'A link’s page (public view)': () => account.call('GET', link, undefined, { token: '' }),
    'Dashboard, first page': list('&limit=30'),
    'Dashboard, last page': list(`&limit=30&skip=${Math.max(0, ownCount - 30)}`),
    'Dashboard, by downloads': list('&limit=30&sort=downloads'),
    'Dashboard, search that finds few': list('&limit=30&search=final'),
    'Dashboard, search that finds all': list('&limit=30&search=picture'),
    'Dashboard, as a team': get('/getQs?limit=30', { headers: { 'sampan-team': ownerId } }),
    'A transfer in detail': get(`/api/transfers/${slug}/detail`),
    'Its timeline': get(`/api/transfers/${slug}/timeline`),
    'Its receipt': get(`/api/transfers/${slug}/receipt`),
    'Activity of all transfers': get('/api/activity'),
    Notifications: () => account.call('POST', '/notifications', {}),
    'Analytics, 30 days': get(`/api/analytics?${last(30)}`),
    'Analytics, 12 months': get(`/api/analytics?${last(365)}`),
    'Analytics by transfer, 12 months': get(`/api/analytics/transfers?${last(365)}`),
    Team: get('/api/team'),
    'Operator: health': asOperator('/api/admin/health'),
    'Operator: queue': asOperator('/api/admin/queue'),
    'Operator: users': asOperator('/api/admin/users'),
    'Operator: users, search': asOperator('/api/admin/users?search=person-77'),
    'Operator: storage': asOperator('/api/admin/storage'),
    'Operator: bounces': asOperator('/api/admin/bounces'),
  }
}

export async function measureReads(of) {
  const rows = []
  for (const [name, ask] of Object.entries(callsOf(of))) {
    for (let warm = 0; warm < 3; warm++) await ask()
    const all = []
    for (let index = 0; index < times; index++) all.push((await timed(ask)).ms)
    rows.push({ name, medianMs: median(all), p95Ms: p95(all) })
    console.log(name, rows.at(-1))
  }
  return rows
}

const waitMs = 20
/** So many at once are ended in one run (transfers/purge-transfers.ts). */
const dueTransfers = 500

async function runJob(db, name) {
  const { rows } = await db.query("select id from graphile_worker.add_job($1, '{}'::json, max_attempts := 1)", [name])
  const find = async () => (await db.query('select last_error from graphile_worker.jobs where id = $1', [rows[0].id])).rows[0]
  const { ms } = await timed(async () => {
    for (let job = await find(); job; job = await find()) {
      if (job.last_error) throw new Error(`${name}: ${job.last_error}`)
      await new Promise((done) => setTimeout(done, waitMs))
    }
  })
  return { name, ms }
}

/** Timed work from the queue to its end, as the queue's table tells it: with nothing to do, and with what ends in one run. */
export async function measureTimed(db) {
  const rows = [await runJob(db, 'transfers:stalled'), await runJob(db, 'uploads:collect'), await runJob(db, 'transfers:purge')]
  await db.query(
    `update transfers set expires_at = now() - interval '60 days'
     where id in (select id from transfers where author_id is null and state = 'active' limit ${dueTransfers})`,
  )
  rows.push({ ...(await runJob(db, 'transfers:purge')), name: `transfers:purge, ${dueTransfers} due` })
  const left = "select count(*) from transfers where state = 'active' and expires_at < now() - interval '50 days'"
  rows.at(-1).left = Number((await db.query(left)).rows[0].count)
  console.log(rows)
  return rows
}
