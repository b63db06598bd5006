/**
 * `npm run analytics`: what each view of the analytics takes, of an account with ever more downloads, and what counting them costs.
 * `--folder FOLDER` keeps the accounts there and takes those that are there; `--seed` only fills them.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Account } from './account.mjs'
import { timesTable } from './analytics-table.mjs'
import { GiB } from './content.mjs'
import { timed } from './growth/calls.mjs'
import { ownerOf } from './growth/seed.mjs'
import { median } from './measure.mjs'
import { cpuSecondsOf, environment } from './processes.mjs'
import { writeSection } from './readme.mjs'
import { chooseFolder } from './scratch-folder.mjs'
import { startSampan, withSql } from './servers/sampan.mjs'

const { values: given } = parseArgs({ options: { folder: { type: 'string' }, seed: { type: 'boolean' } } })
const scale = Number(process.env.BENCH_SCALE ?? 1)
const levels = [10_000, 100_000, 1_000_000].map((count) => Math.max(1000, Math.round(count * scale)))
const perTransfer = 10
const times = 9
/** Downloads that the job has not come to yet: far more than come in its minute. */
const uncounted = 5000
const maxMs = 200
/** The file `sampan` would also build what is there already. */
const commands = pathToFileURL(resolve(import.meta.dirname, '../apps/server/dist/commands.js')).href

const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const last = (days) => `from=${day(days - 1)}&to=${day(0)}`
const views = {
  'figures, 30 days': `?${last(30)}`,
  'figures, 12 months': `?${last(365)}`,
  'with the year before': `?${last(365)}&compare=1`,
  'one country': `?${last(365)}&compare=1&country=CN`,
  'transfers, 30 days': `/transfers?${last(30)}`,
  'transfers, 12 months': `/transfers?${last(365)}`,
  'transfers, one country': `/transfers?${last(365)}&country=CN`,
  'search in the transfers': `/transfers?${last(365)}&search=harbour`,
  'recipients, 12 months': `/recipients?${last(365)}`,
  'recipients, one country': `/recipients?${last(365)}&country=CN`,
  'search in the recipients': `/recipients?${last(365)}&search=77`,
}

/** The operator's command, beside the running server. */
function runSeed(server, account, downloads) {
  const amounts = ['--downloads', downloads, '--transfers', Math.ceil(downloads / perTransfer), '--beside-others'].map(String)
  const env = environment({ DATA_DIR: server.dataDir, LOW_WATER_BYTES: '0', DISK_OVERBOOKING: '0' })
  const call = `process.exitCode = await (await import('${commands}')).runCommand(process.argv.slice(1), process.cwd())`
  const args = ['--input-type=module', '-e', call, '--', 'seed', account.email, ...amounts]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((done, fail) =>
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`sampan seed ended with ${code}`)))),
  )
}

async function expectTotal(account, expected) {
  const { totals } = await account.call('GET', `/api/analytics?${last(366)}`)
  if (totals.downloads !== expected) throw new Error(`${totals.downloads} downloads are shown instead of ${expected}`)
}

/** Signed in, with so many downloads. */
async function accountWith(server, db, downloads) {
  const account = new Account(server, `downloads-${downloads}@example.com`)
  const { rows } = await db.query('select 1 from users where email = $1', [account.email])
  if (rows.length) return account.logIn()
  await account.signUp()
  await runSeed(server, account, downloads)
  return account
}

/** The latest ones once more, as if they had just happened. */
const addUncounted = (db, ownerId) =>
  db.query(
    `insert into download_events (transfer_id, owner_id, session_id, recipient_email, visitor, file_id, selection_id, file_count, size_bytes, ip,
       program, device, file_kind, country_code, city, at)
     select transfer_id, owner_id, gen_random_uuid(), recipient_email, visitor, file_id, selection_id, file_count, size_bytes, ip, program,
       device, file_kind, country_code, city, now() from (select * from download_events where owner_id = $1 order by at desc limit $2) e`,
    [ownerId, uncounted],
  )

async function measure(server, account) {
  const row = {}
  for (const [name, query] of Object.entries(views)) {
    const call = () => account.call('GET', `/api/analytics${query}`)
    const cpu = () => cpuSecondsOf([...server.database(), ...server.processes()])
    await call()
    const took = []
    const before = cpu()
    for (let index = 0; index < times; index++) took.push((await timed(call)).ms)
    row[name] = { ms: median(took), cpuMs: ((cpu() - before) * 1000) / times }
  }
  return row
}

/** By the server's own job; CPU of the database. */
async function countingMs(server, db) {
  const before = cpuSecondsOf(server.database())
  await db.query(`select graphile_worker.add_job('analytics:count', '{}'::json)`)
  for (;;) {
    const { rows } = await db.query('select 1 from download_events where not is_counted limit 1')
    if (rows.length === 0) return (cpuSecondsOf(server.database()) - before) * 1000
    await new Promise((done) => setTimeout(done, 50))
  }
}

async function measureLevel(server, db, account) {
  const ownerId = await ownerOf(db, account)
  await db.query('vacuum analyze')
  await db.query('checkpoint')
  const { totals } = await account.call('GET', `/api/analytics?${last(366)}`)
  const counted = await measure(server, account)
  // While this is held, the server's own job passes by.
  const lock = `(hashtextextended('counts ' || $1, 0))`
  await db.query(`select pg_advisory_lock${lock}`, [ownerId])
  const { rowCount: added } = await addUncounted(db, ownerId)
  await expectTotal(account, totals.downloads + added)
  const beside = await measure(server, account)
  await db.query(`select pg_advisory_unlock${lock}`, [ownerId])
  const cpuMsEach = (await countingMs(server, db)) / added
  await expectTotal(account, totals.downloads + added)
  return { downloads: totals.downloads, counted, beside, cpuMsEach }
}

/** How fast the machine is at the moment. */
async function yardstick(server, db) {
  const before = cpuSecondsOf(server.database())
  for (let index = 0; index < times; index++) await db.query('select count(*) from generate_series(1, 1000000)')
  return ((cpuSecondsOf(server.database()) - before) * 1000) / times
}

async function run(folder) {
  const server = await startSampan(folder)
  try {
    return await withSql(server.dataDir, async (db) => {
      const accounts = []
      for (const downloads of levels) accounts.push(await accountWith(server, db, downloads))
      if (given.seed) return null
      const [load] = loadavg()
      const rows = []
      for (const account of accounts) rows.push(await measureLevel(server, db, account))
      return { rows, load, yardstickMs: await yardstick(server, db) }
    })
  } finally {
    await server.stop()
  }
}

function report({ rows, load, yardstickMs }) {
  const tables = [
    `${availableParallelism()} cores, Node ${process.versions.node.split('.')[0]}, ten downloads to a transfer, over a year. CPU of the server and its database together for one call / from the call to its answer, the median of ${times} calls one after another.`,
    timesTable(rows, 'counted', 'One account with so many downloads, ms of CPU / ms'),
    timesTable(rows, 'beside', `With ${uncounted.toLocaleString('en')} more that are in no count yet, ms of CPU / ms`),
    `Counting a download takes the database ${rows.map(({ cpuMsEach }) => cpuMsEach.toFixed(2)).join(', ')} ms of CPU. Before the measuring the load of the machine was ${load.toFixed(1)}; \`select count(*) from generate_series(1, 1000000)\` took ${Math.round(yardstickMs)} ms of CPU after it.`,
  ]
  console.log(`\n${tables.join('\n\n')}`)
  if (scale >= 1) writeSection('analytics', tables.join('\n\n'))
  const slow = rows.flatMap(({ downloads, counted, beside }) =>
    [counted, beside].flatMap((each) =>
      Object.keys(views)
        .filter((name) => each[name].ms > maxMs)
        .map((name) => `${name} at ${downloads}: ${Math.round(each[name].ms)} ms`),
    ),
  )
  if (slow.length) {
    console.error(`\nOver ${maxMs} ms: ${slow.join(', ')}`)
    process.exitCode = 1
  }
}

if (given.folder) mkdirSync(given.folder, { recursive: true })
const folder = given.folder ?? chooseFolder(6 * GiB).folder
try {
  const measured = await run(resolve(folder))
  if (measured) report(measured)
} finally {
  if (!given.folder) rmSync(folder, { recursive: true, force: true })
}
