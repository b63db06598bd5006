/** What a large service takes: rows of a million transfers, and the calls and timed work of one sender among them. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Account, newAccount } from '../account.mjs'
import { timed } from '../growth/calls.mjs'
import { ownerOf } from '../growth/seed.mjs'
import { startSampan, withSql } from '../servers/sampan.mjs'
import { retention } from './events.mjs'
import { measureReads, measureTimed } from './reads.mjs'
import { countRows } from './rows.mjs'
import { seedService, sizesOf } from './seed.mjs'
import { writeService } from './tables.mjs'

const scale = Number(process.env.SCALE ?? 1)
const transfers = Math.max(1000, Math.round(1_000_000 * scale))
/** The tables of fewer would be of a database that lies in memory whole. */
const writtenFrom = 300_000

async function accountIn(server, db) {
  const { rows } = await db.query("select email from users where email like 'sender-%' order by created_at limit 1")
  return rows.length ? new Account(server, rows[0].email).logIn() : newAccount(server)
}

/** Its pages ask for a session that a passkey has opened. */
async function makeOperator(db, { userId }) {
  await db.query('update users set is_operator = true where id = $1', [userId])
  await db.query("update sessions set proof = 'passkey' where user_id = $1", [userId])
}

/** Counted before the tables are large, and kept with them. */
async function actsOf(folder, server, db) {
  const kept = join(folder, 'rows.json')
  if (!existsSync(kept)) writeFileSync(kept, JSON.stringify(await countRows(server, db)))
  return JSON.parse(readFileSync(kept, 'utf8'))
}

async function measure(folder, server, db) {
  const account = await accountIn(server, db)
  const ownerId = await ownerOf(db, account)
  await db.query("update owners set role = 'teamelite' where id = $1", [ownerId])
  await makeOperator(db, account)
  const have = Number((await db.query('select count(*) from transfers')).rows[0].count)
  const acts = await actsOf(folder, server, db)
  if (have < transfers) console.log('Seeding took', (await timed(() => seedService(db, server.dataDir, account, transfers))).ms)
  const sizes = await sizesOf(db)
  const { rows } = await db.query('select slug from transfers where owner_id = $1 order by sent_at desc offset 5 limit 1', [
    ownerId,
  ])
  const ownCount = Number((await db.query('select count(*) from transfers where owner_id = $1', [ownerId])).rows[0].count)
  const [{ slug }] = rows
  await db.query('update transfers set is_link_open = true where slug = $1', [slug])
  const of = { account, operator: account, slug, ownCount, ownerId, link: `/api/transfers/${slug}` }
  const reads = await measureReads(of)
  const jobs = await measureTimed(db)
  return { transfers: Math.max(have, transfers), sizes, reads, jobs, acts, events: await retention(db) }
}

/** `kept` is a folder that keeps the database, and may have one. On the disk: with its write-ahead log it is larger than many a machine's memory. */
export async function measureService(kept) {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'sampan-scale-'))
  mkdirSync(folder, { recursive: true })
  try {
    const server = await startSampan(folder)
    try {
      const found = await withSql(server.dataDir, (db) => measure(folder, server, db))
      writeService(found, found.transfers >= writtenFrom)
    } finally {
      await server.stop()
    }
  } finally {
    if (!kept) rmSync(folder, { recursive: true, force: true })
  }
}
