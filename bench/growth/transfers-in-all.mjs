/** One sender's own work while everybody's transfers become ever more, and one sender's list as that grows. */
import { newAccount } from '../account.mjs'
import { median } from '../measure.mjs'
import { withSql } from '../servers/sampan.mjs'
import { medianMs, sendTimed } from './calls.mjs'
import { ownerOf, seedOwner, seedTransfers, settle } from './seed.mjs'

const times = 9
const transfersPerOwner = 10_000
/** Of the sender whose calls are measured. */
const own = { count: 1000, filesEach: 5 }

async function accountWith(server, db, transfers) {
  const account = await newAccount(server)
  const ownerId = await ownerOf(db, account)
  await seedTransfers(db, { ownerId, authorId: account.userId, tag: 'mine', ...transfers })
  return account
}

/** Two connections, for two cores. */
async function seedOthers(dataDir, count, name) {
  const owners = Array.from({ length: Math.ceil(count / transfersPerOwner) }, (_, index) => `${name}-${index}`)
  const seeding = async (db) => {
    for (let owner = owners.shift(); owner; owner = owners.shift()) {
      const one = { ownerId: await seedOwner(db, owner), authorId: null, filesEach: 1, tag: 'other' }
      await seedTransfers(db, { ...one, count: Math.min(count, transfersPerOwner) })
    }
  }
  await Promise.all([withSql(dataDir, seeding), withSql(dataDir, seeding)])
}

const found = async (account, query, expected) => {
  const { matchCount } = await account.list(query)
  if (expected !== undefined && matchCount !== expected) throw new Error(`${query}: ${matchCount} found instead of ${expected}`)
}

async function sendSome(account) {
  const sent = []
  for (let index = 0; index < times; index++) sent.push(await sendTimed(account, { count: 1, bytes: 1024 }))
  const of = (name) => median(sent.map((each) => each[name]))
  return { plan: sent.at(-1).plan, planMs: of('planMs'), publishMs: of('publishMs') }
}

/** `level` counts everybody's. */
async function measureSender(account, level) {
  const { plan, planMs, publishMs } = await sendSome(account)
  const { view } = await account.addressesOf(plan)
  return {
    level,
    planMs,
    publishMs,
    listMs: await medianMs(times, () => found(account, '')),
    searchMs: await medianMs(times, () => found(account, '&search=final', own.count / 1000)),
    viewMs: await medianMs(times, () => account.call('GET', view, undefined, { token: '' })),
  }
}

async function eachLevel(server, db, levels) {
  const account = await accountWith(server, db, own)
  const rows = []
  let have = own.count
  for (const level of levels) {
    if (level > have) await seedOthers(server.dataDir, level - have, `to-${level}`)
    have = level
    await settle(db)
    if (rows.length === 0) await sendSome(account)
    rows.push(await measureSender(account, level))
  }
  return rows
}

export const transfersInAll = (server, levels) => withSql(server.dataDir, (db) => eachLevel(server, db, levels))

async function measureList(account, { count, filesEach }) {
  const query = (more, expected) => medianMs(times, () => found(account, more, expected))
  return {
    count,
    files: count * filesEach,
    firstMs: await query('', count),
    lastMs: await query(`&skip=${Math.max(0, count - 30)}`, count),
    rareMs: await query('&search=final', Math.ceil((count - 6) / 1000)),
    commonMs: await query('&search=picture', count),
    noneMs: await query('&search=nowhere', 0),
  }
}

async function eachSize(server, db, sizes) {
  const rows = []
  for (const size of sizes) {
    const account = await accountWith(server, db, size)
    await settle(db)
    rows.push(await measureList(account, size))
  }
  return rows
}

export const ownLists = (server, sizes) => withSql(server.dataDir, (db) => eachSize(server, db, sizes))
