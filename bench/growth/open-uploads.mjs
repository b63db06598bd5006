/** Many uploads that are open when the server is killed: how soon it serves again, what it remembers, and what memory it needs. */
import { newAccount } from '../account.mjs'
import { Connection, exchange } from '../connection.mjs'
import { contentAt } from '../content.mjs'
import { residentMiB } from '../processes.mjs'
import { startSampan } from '../servers/sampan.mjs'
import { timed } from './calls.mjs'

const lanes = 8
const file = { path: 'film.bin', size: 4096 * 1024 }
const partBytes = 16 * 1024
const looksAt = 50

async function begin(account, connection) {
  const plan = await account.plan([file])
  const [request] = account.partRequests(plan, partBytes)
  await exchange(connection, request, { body: contentAt(...request.content), expect: request })
  return plan.uploadId
}

/** An account may have 1,000 open (contract, limits). */
const perAccount = 1000

/** Each with one part that is acknowledged. */
async function beginMany(server, account, count) {
  const ids = []
  let left = count
  const lane = async () => {
    const connection = new Connection(server.port)
    while (left-- > 0) ids.push(await begin(account, connection))
    connection.close()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return ids
}

/** Adds accounts with their uploads until there are so many in all. */
async function fillUp(server, senders, count) {
  for (let have = totalOf(senders); have < count; have = totalOf(senders)) {
    const account = await newAccount(server)
    senders.push({ account, ids: await beginMany(server, account, Math.min(perAccount, count - have)) })
  }
}

const totalOf = (senders) => senders.reduce((sum, { ids }) => sum + ids.length, 0)

async function checkRemembered(senders) {
  const all = senders.flatMap(({ account, ids }) => ids.map((id) => ({ account, id })))
  const step = Math.max(1, Math.floor(all.length / looksAt))
  for (const { account, id } of all.filter((_, index) => index % step === 0)) {
    const { received } = await account.withTicket('GET', `/api/uploads/${id}`)
    if (received[0]?.ranges[0]?.[1] !== partBytes) throw new Error(`An acknowledged part of ${id} is gone`)
  }
}

const memoryOf = (server) => Math.round(residentMiB(server.processes())[0])

export async function openUploads(folder, counts) {
  let server = await startSampan(folder)
  const senders = []
  const rows = []
  for (const count of counts) {
    await fillUp(server, senders, count)
    const beforeMiB = memoryOf(server)
    await server.kill()
    const start = await timed(() => startSampan(folder))
    server = start.result
    for (const { account } of senders) account.server = server
    await checkRemembered(senders)
    rows.push({ count, beforeMiB, readySeconds: start.ms / 1000, afterMiB: memoryOf(server) })
  }
  await server.stop()
  return rows
}
