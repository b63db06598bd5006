/** How many rows each thing that people do leaves in each table: it is done through the calls, and the tables are counted before and after. */
import { fileList, newAccount } from '../account.mjs'
import { Connection, exchange } from '../connection.mjs'
import { partBytes } from '../content.mjs'
import { sendParts } from '../growth/calls.mjs'

/** Not what ends by itself within minutes: jobs, and counts of rates. */
const isKept = (name) => !/^(rate_hits|installation)/.test(name)

async function countsOf(db) {
  const { rows } = await db.query("select relname as name from pg_stat_user_tables where schemaname = 'public' order by relname")
  const counts = {}
  for (const name of rows.map((row) => row.name).filter(isKept))
    counts[name] = Number((await db.query(`select count(*) from ${name}`)).rows[0].count)
  return counts
}

/** What is written after the answer, such as a download. */
const settleMs = 1500

async function rowsOf(db, times, act) {
  const settle = () => new Promise((done) => setTimeout(done, settleMs))
  await settle()
  const before = await countsOf(db)
  for (let index = 0; index < times; index++) await act(index)
  await settle()
  const after = await countsOf(db)
  return Object.entries(after)
    .map(([name, count]) => ({ name, rows: (count - (before[name] ?? 0)) / times }))
    .filter(({ rows }) => Math.abs(rows) >= 0.5)
}

async function send(account, files) {
  const plan = await account.plan(files)
  await sendParts(account, plan)
  await account.publish(plan)
  return plan
}

async function download(account, path) {
  const connection = new Connection(account.server.port)
  await exchange(connection, { path }, { expect: { status: 200 } })
  connection.close()
}

const times = 10

export async function countRows(server, db) {
  const account = await newAccount(server)
  const of = async (name, act) => {
    const rows = await rowsOf(db, times, act)
    console.log(name, rows.map((row) => `${row.name} ${row.rows}`).join(', '))
    return { name, rows }
  }
  await send(account, fileList({ count: 1, bytes: 1024 }))
  const all = []
  all.push(await of('1 file, sent as a link', () => send(account, fileList({ count: 1, bytes: 1024 }))))
  all.push(await of('100 files, sent as a link', () => send(account, fileList({ count: 100, bytes: 1024 }))))
  all.push(await of('1 file in 3 parts', () => send(account, [{ path: 'film.bin', size: 3 * partBytes }])))
  const plan = await send(account, fileList({ count: 1, bytes: 1024 }))
  const paths = []
  // Each look at the link is another visitor's.
  for (let index = 0; index < times; index++) paths.push((await account.addressesOf(plan)).file)
  all.push(await of('A download of one file', (index) => download(account, paths[index])))
  return all
}
