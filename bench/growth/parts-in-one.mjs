/** One file of ever more parts, up to the plan of 2.5 TB. The first part is sent; of the others there are rows alone, as a client of months would leave them. */
import { newAccount } from '../account.mjs'
import { Connection, exchange } from '../connection.mjs'
import { contentAt } from '../content.mjs'
import { forgetPeaks, peaksMiB } from '../processes.mjs'
import { withSql } from '../servers/sampan.mjs'
import { medianMs, timed } from './calls.mjs'

const size = 2_500_000_000_000
const sentBytes = 1024 * 1024
const rangeBytes = 64 * 1024
const times = 5

/** Everything behind the first part, in the same container; nothing reads it. */
const seedParts = (db, blobId, count) =>
  db.query(
    `insert into attempts (blob_id, "offset", length, container, position, header, piece_crcs, crc32)
     select blob_id, ${sentBytes} + n * step, least(step, ${size} - ${sentBytes} - n * step), container, position, header, piece_crcs, crc32
     from attempts, (select ceil((${size} - ${sentBytes})::numeric / ${count})::bigint as step) steps, generate_series(0, ${count - 1}) n
     where blob_id = '${blobId}'`,
  )

async function sendFirst(account, plan) {
  const connection = new Connection(account.server.port)
  const [first] = account.partRequests({ ...plan, blobs: [{ ...plan.blobs[0], size: sentBytes }] }, sentBytes)
  await exchange(connection, first, { body: contentAt(...first.content), expect: first })
  connection.close()
}

async function rangeMs(port, path) {
  const connection = new Connection(port)
  const request = { path, headers: { range: `bytes=0-${rangeBytes - 1}` } }
  const ms = await medianMs(times, () => exchange(connection, request, { expect: { status: 206, length: rangeBytes } }))
  connection.close()
  return ms
}

async function measure(server, db, count) {
  const account = await newAccount(server)
  await db.query(`update owners set role = 'teamelite' where id = (select owner_id from users where id = '${account.userId}')`)
  const plan = await account.plan([{ path: 'film.bin', size }])
  await sendFirst(account, plan)
  await seedParts(db, plan.blobs[0].blobId, count - 1)
  await db.query(`update uploads set received_bytes = declared_bytes where id = '${plan.uploadId}'`)
  forgetPeaks(server.processes())
  const listMs = await medianMs(times, () => account.withTicket('GET', `/api/uploads/${plan.uploadId}`))
  const publish = await timed(() => account.publish(plan))
  const { file } = await account.addressesOf(plan)
  return {
    count,
    listMs,
    publishMs: publish.ms,
    rangeMs: await rangeMs(server.port, file),
    peakMiB: Math.round(peaksMiB(server.processes())[0]),
  }
}

export const partsInOne = (server, counts) =>
  withSql(server.dataDir, async (db) => {
    const rows = []
    for (const count of [counts[0], ...counts]) rows.push(await measure(server, db, count))
    return rows.slice(1)
  })
