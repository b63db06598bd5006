/** `npm run bench`: the transfer engine side by side with references, in one run, on the machine as it is. */
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { newAccount } from './account.mjs'
import { GiB } from './content.mjs'
import { startLoad } from './load.mjs'
import { measure, summaryOf } from './measure.mjs'
import { writeReport } from './report.mjs'
import { chooseFolder } from './scratch-folder.mjs'
import { startBare, startNginx, startTus } from './servers/references.mjs'
import { startSampan } from './servers/sampan.mjs'
import { calibrate } from './workloads/calibration.mjs'
import { crash } from './workloads/crash.mjs'
import { layFilm, rangesWorkload, streamWorkload, viewWorkload, zipWorkload } from './workloads/downloads.mjs'
import { filmBytes, rounds, scale } from './workloads/sizes.mjs'
import { smallFilesWorkload, transfersWorkload } from './workloads/small-files.mjs'
import { uploadWorkload } from './workloads/upload.mjs'

const order = ['nginx', 'bare', 'tus', 'sampan']
/** They take turns, so that a slower minute of the machine meets all of them. */
async function runWorkload(bench, { runs, extra, ...workload }) {
  const taking = order.filter((name) => runs[name])
  const measured = Object.fromEntries(taking.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const name of taking) measured[name].push(await measure(bench[name], runs[name]))
  const amount = workload.unit === 'GiB' ? workload.amount / GiB : workload.amount
  const results = Object.fromEntries(taking.map((name) => [name, summaryOf(measured[name], amount)]))
  const rates = taking.map((name) => `${name} ${results[name].rate.toPrecision(3)}`)
  console.log(`${workload.name} (${workload.unit} a second): ${rates.join(', ')}`)
  return { ...workload, results, ...(await extra?.()) }
}

const makers = [uploadWorkload, smallFilesWorkload, transfersWorkload, streamWorkload, rangesWorkload, zipWorkload, viewWorkload]

async function startAll(folder, stops) {
  const started = async (starting) => {
    const server = await starting
    if (server) stops.push(server.stop)
    return server
  }
  const nginx = await started(startNginx(join(folder, 'nginx')))
  if (!nginx) console.log('There is no nginx here: its columns stay empty. Debian has it as "nginx-light".')
  const bare = await started(startBare(nginx?.folder ?? join(folder, 'bare')))
  const tus = await started(startTus(join(folder, 'tus')))
  const sampan = await started(startSampan(folder))
  const load = startLoad()
  stops.push(load.stop)
  return { nginx, bare, tus, sampan, load, shared: {}, account: await newAccount(sampan) }
}

const { folder, isMemory } = chooseFolder(3 * filmBytes + 3 * GiB)
const stops = []
try {
  const bench = await startAll(folder, stops)
  await layFilm(bench.bare.folder)
  const results = []
  for (const make of makers) results.push(await runWorkload(bench, await make(bench)))
  const curl = await calibrate(bench)
  const sentAgain = await crash(folder)
  writeReport({ results, curl, sentAgain, machine: { cores: availableParallelism(), isMemory, rounds, isWhole: scale >= 1 } })
} finally {
  for (const stop of stops.reverse()) await stop()
  rmSync(folder, { recursive: true, force: true })
}
