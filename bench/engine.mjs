/** `npm run bench`: the transfer engine against a bare server, in one run, on the machine as it is. */
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgetPeak, peakMiB, startReference, startSampan } from './processes.mjs'
import { writeReport } from './report.mjs'
import { makeWorkloads, prepareContent } from './workloads.mjs'

const rounds = 3
const roomBytes = 10e9

/** In memory where there is room, so that the programs are measured and not the disk. */
function chooseFolder() {
  const memory = '/dev/shm'
  const isRoomy = existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize > roomBytes
  return { folder: mkdtempSync(join(isRoomy ? memory : tmpdir(), 'sampan-bench-')), isMemory: isRoomy }
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

async function measure(server, work) {
  forgetPeak(server.pid)
  const [cpu, begin] = [server.cpuSeconds(), performance.now()]
  await work()
  const seconds = (performance.now() - begin) / 1000
  return { seconds, cpuSeconds: server.cpuSeconds() - cpu, peakMiB: peakMiB(server.pid) }
}

const summary = (runs) => ({
  seconds: median(runs.map(({ seconds }) => seconds)),
  cpuSeconds: median(runs.map(({ cpuSeconds }) => cpuSeconds)),
  peakMiB: Math.max(...runs.map((run) => run.peakMiB)),
})

/** The two take turns, so that a slower minute of the machine meets both. */
async function runWorkload(workload, sampan, reference) {
  await workload.before?.()
  const [ours, bare] = [[], []]
  for (let round = 0; round < rounds; round++) {
    if (workload.reference) bare.push(await measure(reference, workload.reference))
    const prepared = await workload.prepare?.()
    ours.push(await measure(sampan, () => workload.sampan(prepared)))
  }
  console.log(`${workload.name}: ${ours.map(({ seconds }) => seconds.toFixed(2)).join(', ')} s`)
  return { ...workload, ours: summary(ours), bare: bare.length ? summary(bare) : null }
}

const { folder, isMemory } = chooseFolder()
const stops = []
try {
  const sampan = await startSampan(folder)
  stops.push(sampan.stop)
  const reference = await startReference(folder)
  stops.push(reference.stop)
  prepareContent()
  const results = []
  for (const workload of await makeWorkloads(sampan, reference)) results.push(await runWorkload(workload, sampan, reference))
  writeReport(results, { cores: availableParallelism(), node: process.versions.node.split('.')[0], isMemory, rounds })
} finally {
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true, force: true })
}
