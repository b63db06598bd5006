/** The tables of the stores: printed, and at full size written between their marks of README.md. */
import { loadavg } from 'node:os'
import { writeSection } from '../readme.mjs'
import { placeOfStorage, tableOf } from '../report.mjs'

const columns = [
  ['nginx', 'nginx'],
  ['rgw', 'RGW'],
  ['sealed', 'Sampan, disk'],
  ['plain', 'Sampan, disk, `STORE_SEALED=no`'],
  ['s3', 'Sampan, S3'],
]
/** Whose share of whom stands beside the speeds. */
const shares = [
  ['sealed', 'nginx', 'disk of nginx'],
  ['plain', 'nginx', 'plain of nginx'],
  ['s3', 'rgw', 'S3 of RGW'],
]
const titles = columns.map(([, title]) => title)
const cellsOf = (results, text) => columns.map(([column]) => (results[column] ? text(results[column]) : '-'))
const shareOf =
  (results) =>
  ([part, whole]) =>
    results[part] && results[whole] ? `**${(results[part].rate / results[whole].rate).toFixed(2)}**` : '-'

const speedTable = (all) =>
  tableOf(
    ['Speed, GiB/s', ...titles, ...shares.map(([, , title]) => title)],
    all.map(({ name, results }) => [name, ...cellsOf(results, ({ rate }) => rate.toFixed(2)), ...shares.map(shareOf(results))]),
  )

const cpuText = ({ cpu, storeCpu }) => `${cpu.toFixed(2)}${storeCpu ? ` (the store ${storeCpu.toFixed(2)})` : ''}`
const cpuTable = (all) =>
  tableOf(
    ['CPU of all its processes, its database too, s/GiB', ...titles],
    all.map(({ name, results }) => [name, ...cellsOf(results, cpuText)]),
  )

const memoryText = ({ peakMiB, sumMiB, processes }) => `${Math.round(peakMiB)} (all ${processes}: ${Math.round(sumMiB)})`
const memoryTable = (all) =>
  tableOf(
    ['Peak memory of its greatest process, without the database, MiB', ...titles],
    all.map(({ name, results }) => [name, ...cellsOf(results, memoryText)]),
  )

export function writeStores({ results, machine: { cores, isMemory, rounds, isWhole } }) {
  const node = process.versions.node.split('.')[0]
  const about = `${cores} cores, Node ${node}, load clients on the same machine, ${placeOfStorage(isMemory)}, medians of ${rounds}. Load average of five minutes at the end: ${loadavg()[1].toFixed(1)}.`
  const text = [about, speedTable(results), cpuTable(results), memoryTable(results)].join('\n\n')
  console.log(`\n${text}`)
  if (isWhole) writeSection('stores', text)
}
