/** Sampan over each store that it can have, beside nginx and beside the S3 store by itself, in turns in one run. */
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { newAccount } from '../account.mjs'
import { GiB } from '../content.mjs'
import { startLoad } from '../load.mjs'
import { measure, summaryOf } from '../measure.mjs'
import { chooseFolder } from '../scratch-folder.mjs'
import { startNginx } from '../servers/references.mjs'
import { startRgw, storeOf } from '../servers/rgw.mjs'
import { startSampan } from '../servers/sampan.mjs'
import { layFilm, rangesWorkload, streamWorkload, zipWorkload } from '../workloads/downloads.mjs'
import { beginningFromStore, layFilmInStore, rangesFromStore, streamFromStore, toStore } from '../workloads/of-store.mjs'
import { filmBytes, rounds, scale, zipped } from '../workloads/sizes.mjs'
import { uploadWorkload } from '../workloads/upload.mjs'
import { writeStores } from './table.mjs'

const manyParts = 8
const manyRanges = 4
const bucket = 'bench-sampan'

/** What each does to Sampan, and what the S3 store by itself does for the same bytes. */
const makers = [
  [(bench) => uploadWorkload(bench, { key: 'upload', lanes: 1, isKept: false }), (bench) => toStore(bench, 1)],
  [(bench) => uploadWorkload(bench, { key: 'uploadMany', lanes: manyParts }), (bench) => toStore(bench, manyParts)],
  [streamWorkload, streamFromStore],
  [(bench) => rangesWorkload(bench, manyRanges), (bench) => rangesFromStore(bench, manyRanges)],
  [zipWorkload, (bench) => zipBytes <= filmBytes && beginningFromStore(bench, zipBytes)],
]
const zipBytes = zipped.count * zipped.bytes
// The film twice, the zip, what is uploaded, what of it is being copied together, and what has not yet been collected.
const cephBytes = 6 * filmBytes + 2 * zipBytes + GiB

async function startOver(folder, name, settings, shared, more = {}) {
  const sampan = { ...(await shared.started(startSampan(join(folder, name), settings))), ...more }
  // The other references take no part; the workloads ask for their ports only when one of them is measured.
  return { bare: {}, tus: {}, nginx: shared.nginx, load: shared.load, shared: {}, sampan, account: await newAccount(sampan) }
}

async function startOverS3(folder, shared) {
  const { rgw } = shared
  await rgw.newBucket(bucket)
  return startOver(folder, 's3', rgw.settingsFor(bucket), shared, storeOf(rgw, bucket))
}

async function startAll(folder, stops) {
  const started = async (starting) => {
    const server = await starting
    if (server) stops.push(server.stop)
    return server
  }
  const nginx = await started(startNginx(join(folder, 'nginx')))
  const rgw = await started(startRgw(join(folder, 'ceph'), cephBytes))
  if (!nginx) console.log('There is no nginx here: its column stays empty. Debian has it as "nginx-light".')
  if (!rgw)
    console.log(
      'There is no Ceph here, or no root: nothing of S3 is measured. Debian has it as ceph-mon ceph-mgr ceph-osd radosgw.',
    )
  const load = startLoad()
  stops.push(load.stop)
  const shared = { started, nginx, rgw, load }
  const benches = {
    sealed: await startOver(folder, 'sealed', {}, shared),
    plain: await startOver(folder, 'plain', { STORE_SEALED: 'no' }, shared),
    ...(rgw && { s3: await startOverS3(folder, shared) }),
  }
  return { nginx, rgw, load, benches }
}

/** By column, in the order in which they take turns: whom it measures, and what it does. */
async function columnsOf({ nginx, rgw, load, benches }, [make, alone]) {
  const works = {}
  for (const [name, bench] of Object.entries(benches)) works[name] = await make(bench)
  const { key, name, amount, runs } = works.sealed
  const columns = [
    ['nginx', nginx, runs.nginx],
    ['rgw', rgw, rgw && alone({ rgw, load })],
    ...Object.entries(works).map(([column, work]) => [column, benches[column].sampan, work.runs.sampan]),
  ]
  return { key, name, amount, columns: columns.filter(([, server, run]) => server && run) }
}

async function compare(all, maker) {
  const { key, name, amount, columns } = await columnsOf(all, maker)
  const measured = Object.fromEntries(columns.map(([column]) => [column, []]))
  for (let round = 0; round < rounds; round++)
    for (const [column, server, run] of columns) measured[column].push(await measure(server, run))
  const results = Object.fromEntries(columns.map(([column]) => [column, summaryOf(measured[column], amount / GiB)]))
  console.log(`${name}: ${columns.map(([column]) => `${column} ${results[column].rate.toFixed(2)} GiB/s`).join(', ')}`)
  return { key, name, results }
}

// Of each disk a film and a zip, and what is being uploaded.
const { folder, isMemory } = chooseFolder(cephBytes + 5 * filmBytes + 2 * zipBytes + GiB)
const stops = []
let ended
const end = () => {
  ended ??= (async () => {
    for (const stop of stops.reverse()) await stop()
    rmSync(folder, { recursive: true, force: true })
  })()
  return ended
}
// Ceph's processes have left the terminal: nothing else ends them.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().finally(() => process.exit(1)))
try {
  const all = await startAll(folder, stops)
  if (all.nginx) await layFilm(all.nginx.folder)
  if (all.rgw) await layFilmInStore(all.rgw)
  const results = []
  for (const maker of makers) results.push(await compare(all, maker))
  writeStores({ results, machine: { cores: availableParallelism(), isMemory, rounds, isWhole: scale >= 1 } })
} finally {
  await end()
}
