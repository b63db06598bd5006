/** The tables: printed, and at full size written between the marks of README.md. */
import { writeSection } from './readme.mjs'
import { peakMiB, sentAgainMiB, targets } from './targets.mjs'

const grouped = (value) => Math.round(value).toLocaleString('en')
/** How a rate and a cost are said, by what is counted. */
export const shown = {
  GiB: { rate: (value) => value.toFixed(2), unit: 'GiB/s', cpu: (value) => `${value.toFixed(2)} s/GiB` },
  files: { rate: grouped, unit: 'files/s', cpu: (value) => `${(value * 1000).toFixed(3)} ms/file` },
  transfers: { rate: grouped, unit: 'transfers/s', cpu: (value) => `${(value * 1000).toFixed(1)} ms/transfer` },
  requests: { rate: grouped, unit: 'a second', cpu: (value) => `${(value * 1e6).toFixed(0)} µs each` },
}

const line = (cells) => `| ${cells.join(' | ')} |`
export const tableOf = (titles, rows) => [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n')
/** Where bytes lie in a run that has Ceph too. */
export const placeOfStorage = (isMemory) => (isMemory ? 'all storage in memory, that of Ceph too' : 'all storage on one disk')
const orDash = (value, text) => (value === undefined ? '-' : text(value))

function speedRow({ key, name, unit, results }) {
  const { rate, unit: per } = shown[unit]
  const { nginx, bare, tus, sampan } = results
  const goal = targets[key] ?? {}
  const ratio = nginx ? (sampan.rate / nginx.rate).toFixed(2) : '-'
  return [
    `${name}, ${per}`,
    orDash(nginx?.rate, rate),
    orDash(bare?.rate, rate),
    orDash(tus?.rate, rate),
    `**${rate(sampan.rate)}**`,
    orDash(goal.rate, rate),
    `**${ratio}**`,
    orDash(goal.ratio, (value) => value.toFixed(2)),
  ]
}

function costRow({ key, name, unit, results }) {
  const { cpu } = shown[unit]
  const { nginx, bare, tus, sampan } = results
  const goal = targets[key]?.cpu
  return [
    name,
    orDash(nginx?.cpu, cpu),
    orDash(bare?.cpu, cpu),
    orDash(tus?.cpu, cpu),
    `**${cpu(sampan.cpu)}**`,
    orDash(goal, cpu),
    `${Math.round(sampan.peakMiB)} MiB (all ${sampan.processes}: ${Math.round(sampan.sumMiB)})`,
  ]
}

const share = (value) => `${Math.round(value * 100)} %`

function clientRow({ name, unit, results }) {
  const { cpu } = shown[unit]
  const cells = ['nginx', 'sampan'].flatMap((who) => [orDash(results[who]?.clientCpu, cpu), orDash(results[who]?.busiest, share)])
  return [name, ...cells]
}

const speedTitles = ['Speed', 'nginx', 'node:http', 'tus-node-server', 'Sampan', 'must reach', 'of nginx', 'must reach']
const costTitles = [
  'CPU, database included',
  'nginx',
  'node:http',
  'tus-node-server',
  'Sampan',
  'must reach',
  `Peak memory of the greatest process (must stay below ${peakMiB} MiB)`,
]
const clientTitles = ['Load client', 'CPU against nginx', 'busier process', 'CPU against Sampan', 'busier process']

function more({ results, sentAgain: { nginx, tus, sampan } }) {
  const zip = results.find(({ firstByteMs }) => firstByteMs)
  const again = (one) => orDash(one?.worstMiB, (value) => value.toFixed(1))
  return [
    `- First byte of the zip after ${zip.firstByteMs.toFixed(1)} ms (must be under ${targets.zip.firstByteMs} ms), the median of 51 after a hundred; ${zip.firstOfFirstMs.toFixed(1)} ms for the first 15 ever.`,
    `- Sent again after SIGKILL in mid-upload (4 streams, parts of 1 MiB): nginx ${again(nginx)} MiB, tus-node-server ${again(tus)} MiB, **Sampan ${again(sampan)} MiB** (must not exceed the parts under way, ${sentAgainMiB} MiB). It was ready again after ${sampan.recoverySeconds.toFixed(1)} s.`,
  ].join('\n')
}

/** Whether the load client reaches what another one does. */
function calibration({ results, curl }) {
  if (!curl) return 'There was no nginx or no curl to hold the load client against.'
  const ours = (key) => results.find((result) => result.key === key).results.nginx.rate.toFixed(2)
  const against = (key) => `${ours(key)} GiB/s (curl, which compares nothing: ${curl[key].toFixed(2)})`
  return `The load client against nginx: upload ${against('upload')}, download in 1 stream ${against('stream')}.`
}

export function writeReport({ results, curl, sentAgain, machine: { cores, isMemory, rounds, isWhole } }) {
  const node = process.versions.node.split('.')[0]
  const storage = isMemory ? 'memory-backed storage' : 'storage on its disk'
  const about = `${cores} cores, Node ${node}, load clients on the same machine, ${storage}, medians of ${rounds}.`
  const tables = [
    tableOf(speedTitles, results.map(speedRow)),
    tableOf(costTitles, results.map(costRow)),
    more({ results, sentAgain }),
    tableOf(clientTitles, results.map(clientRow)),
    calibration({ results, curl }),
  ]
  const text = [about, ...tables].join('\n\n')
  console.log(`\n${text}`)
  if (isWhole) writeSection('results', text)
}
