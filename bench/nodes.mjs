/** `npm run bench:nodes`: the built server under each Node that the README promises, and nginx, in turns in one run. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { newAccount } from './account.mjs'
import { GiB } from './content.mjs'
import { startLoad } from './load.mjs'
import { measure, summaryOf } from './measure.mjs'
import { writeSection } from './readme.mjs'
import { tableOf } from './report.mjs'
import { chooseFolder } from './scratch-folder.mjs'
import { startNginx } from './servers/references.mjs'
import { startSampan } from './servers/sampan.mjs'
import { layFilm, rangesWorkload, streamWorkload, zipWorkload } from './workloads/downloads.mjs'
import { filmBytes, rounds, scale } from './workloads/sizes.mjs'
import { uploadWorkload } from './workloads/upload.mjs'

const versions = ['20', '22', '24', '26']
const makers = [uploadWorkload, streamWorkload, rangesWorkload, zipWorkload]

/** npm carries the runtime as a package. */
function fetchNode(folder, version) {
  const prefix = join(folder, `node-${version}`)
  const command = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', prefix, `node@${version}`]
  execFileSync('npm', command, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return join(prefix, 'node_modules/node/bin/node')
}

async function startUnder(folder, version, { stops, nginx }) {
  const sampan = await startSampan(join(folder, version), {}, fetchNode(folder, version))
  stops.push(sampan.stop)
  const load = startLoad()
  stops.push(load.stop)
  // The other references take no part; the workloads ask for their ports only when one of them is measured.
  return { bare: {}, tus: {}, nginx, sampan, load, shared: {}, account: await newAccount(sampan) }
}

/** nginx's speed in GiB/s; of each version speed and its share of that, CPU in s/GiB, and the memory of all processes that serve, in MiB: for one workload. */
async function compare({ nginx, benches }, make) {
  const works = []
  for (const bench of benches) works.push(await make(bench))
  const [measured, ofNginx] = [benches.map(() => []), []]
  for (let round = 0; round < rounds; round++) {
    if (nginx) ofNginx.push(await measure(nginx, works[0].runs.nginx))
    for (const [index, bench] of benches.entries()) measured[index].push(await measure(bench.sampan, works[index].runs.sampan))
  }
  const { name, amount } = works[0]
  const results = measured.map((runs) => summaryOf(runs, amount / GiB))
  console.log(`${name}: ${results.map(({ rate }, index) => `${versions[index]} ${rate.toFixed(2)}`).join(', ')}`)
  const least = nginx && summaryOf(ofNginx, amount / GiB).rate
  const share = (rate) => (nginx ? ` (${(rate / least).toFixed(2)})` : '')
  const cells = results.map(
    ({ rate, cpu, sumMiB }) => `${rate.toFixed(2)}${share(rate)} · ${cpu.toFixed(2)} · ${Math.round(sumMiB)}`,
  )
  return [name, nginx ? least.toFixed(2) : '-', ...cells]
}

const { folder, isMemory } = chooseFolder((versions.length + 2) * filmBytes + 4 * GiB)
const stops = []
try {
  const nginx = await startNginx(join(folder, 'nginx'))
  if (nginx) {
    stops.push(nginx.stop)
    await layFilm(nginx.folder)
  }
  const benches = []
  for (const version of versions) benches.push(await startUnder(folder, version, { stops, nginx }))
  const rows = []
  for (const make of makers) rows.push(await compare({ nginx, benches }, make))
  const storage = isMemory ? 'memory-backed storage' : 'storage on its disk'
  const about = `${availableParallelism()} cores, ${storage}, medians of ${rounds}: GiB/s (of nginx) · CPU-s/GiB, database included · MiB of all processes that serve.`
  const text = `${about}\n\n${tableOf(['', 'nginx', ...versions.map((version) => `Node ${version}`)], rows)}`
  console.log(`\n${text}`)
  if (scale >= 1) writeSection('nodes', text)
} finally {
  for (const stop of stops.reverse()) await stop()
  rmSync(folder, { recursive: true, force: true })
}
