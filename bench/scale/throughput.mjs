/** The same work by one, two and four processes, and by as many replicas behind nginx over a shared disk and over S3, in turns in one run. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { newAccount } from '../account.mjs'
import { GiB } from '../content.mjs'
import { startLoad } from '../load.mjs'
import { measure, summaryOf } from '../measure.mjs'
import { chooseFolder } from '../scratch-folder.mjs'
import { startHost, startReplicas } from '../servers/replicas.mjs'
import { startRgw, storeOf } from '../servers/rgw.mjs'
import { startSampan } from '../servers/sampan.mjs'
import { rangesWorkload, viewWorkload } from '../workloads/downloads.mjs'
import { filmBytes, rounds, scale } from '../workloads/sizes.mjs'
import { transfersWorkload } from '../workloads/small-files.mjs'
import { uploadWorkload } from '../workloads/upload.mjs'
import { writeThroughput } from './tables.mjs'

const counts = [1, 2, 4]
const lanes = 8
const makers = [
  (bench) => uploadWorkload(bench, { lanes }),
  (bench) => rangesWorkload(bench, lanes),
  transfersWorkload,
  viewWorkload,
]
const bucketOf = (count) => `bench-replicas-${count}`
// The film twice for each count, and what has not yet been collected.
const cephBytes = 8 * filmBytes + GiB

async function replicasOverS3(folder, rgw, count, host) {
  const bucket = bucketOf(count)
  await rgw.newBucket(bucket)
  const server = await startReplicas(folder, `s3_${count}`, count, host, rgw.settingsFor(bucket))
  return server && { ...server, ...storeOf(rgw, bucket) }
}

/** What is measured, by its name in the table; what cannot be had here is left out. */
async function startAll(folder, started) {
  const rgw = await started(startRgw(join(folder, 'ceph'), cephBytes))
  // One for each kind: all replicas together have more connections than a database takes.
  const startShared = (kind) => started(startHost(join(folder, kind)))
  const servers = []
  const add = async (name, starting) => {
    const server = await started(starting)
    if (server) servers.push({ name, server })
    else console.log(`Not measured, for want of nginx: ${name}`)
  }
  for (const count of counts)
    await add(`1 replica, processes: ${count}`, startSampan(join(folder, `processes-${count}`), { WORKERS: String(count) }))
  const diskHost = await startShared('disk')
  for (const count of counts)
    await add(`replicas behind nginx, shared disk: ${count}`, startReplicas(folder, `disk_${count}`, count, diskHost))
  if (!rgw) {
    console.log('There is no Ceph here, or no root: replicas over S3 are not measured.')
    return servers
  }
  const s3Host = await startShared('s3')
  for (const count of counts) await add(`replicas behind nginx, S3: ${count}`, replicasOverS3(folder, rgw, count, s3Host))
  return servers
}

async function compare(benches, make) {
  const works = []
  for (const bench of benches) works.push(await make(bench))
  const measured = works.map(() => [])
  const [{ name, unit, amount }] = works
  // Calls that have been made a few times only run code that is not compiled yet, and of four processes each has run it least.
  for (let round = unit === 'GiB' ? 1 : 0; round <= rounds; round++)
    for (const [index, { runs }] of works.entries()) {
      const run = await measure(benches[index].sampan, runs.sampan)
      if (round > 0) measured[index].push(run)
    }
  const results = measured.map((runs) => summaryOf(runs, unit === 'GiB' ? amount / GiB : amount))
  console.log(`${name} (${unit} a second): ${results.map(({ rate }) => rate.toPrecision(3)).join(', ')}`)
  return { name, unit, results }
}

export async function measureThroughput() {
  // Each keeps a film and has another under way.
  const { folder, isMemory } = chooseFolder(cephBytes + counts.length * 4 * filmBytes + 2 * GiB)
  const stops = []
  const end = async () => {
    for (const stop of stops.splice(0).reverse()) await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  // Ceph's processes have left the terminal: nothing else ends them.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().finally(() => process.exit(1)))
  try {
    const servers = await startAll(folder, async (starting) => {
      const server = await starting
      if (server) stops.push(server.stop)
      return server
    })
    const load = startLoad()
    stops.push(load.stop)
    const benches = []
    for (const { server } of servers)
      benches.push({ sampan: server, bare: {}, tus: {}, load, shared: {}, account: await newAccount(server) })
    const works = []
    for (const make of makers) works.push(await compare(benches, make))
    writeThroughput({ names: servers.map(({ name }) => name), works, isMemory, rounds }, scale >= 1)
  } finally {
    await end()
  }
}
