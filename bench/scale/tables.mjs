/** The tables of docs/scaling.md: printed, and at full size written between its marks. */
import { availableParallelism, loadavg } from 'node:os'
import { writeScalingSection } from '../readme.mjs'
import { placeOfStorage, shown, tableOf } from '../report.mjs'

const grouped = (value) => Math.round(value).toLocaleString('en')
const ms = (value) => (value < 9.95 ? value.toFixed(1) : grouped(value))
const mib = (bytes) => grouped(bytes / 1024 / 1024)

const readsTable = (reads) =>
  tableOf(
    ['What is asked, ms', 'median', '95 of 100 within'],
    reads.map(({ name, medianMs, p95Ms }) => [name, ms(medianMs), ms(p95Ms)]),
  )

const jobsTable = (jobs) =>
  tableOf(
    ['Timed work, ms from the queue to its end', ''],
    jobs.map(({ name, ms: took }) => [name, ms(took)]),
  )

const sizesTable = (sizes, transfers) =>
  tableOf(
    ['Table', 'rows', 'MiB', 'of it indexes', 'bytes a row', 'bytes a transfer'],
    [
      ...sizes.map(({ name, rows, bytes, indexes }) => [
        name,
        grouped(rows),
        mib(bytes),
        mib(indexes),
        grouped(bytes / Math.max(1, rows)),
        grouped(bytes / transfers),
      ]),
      [
        'all of them',
        '',
        mib(sumOf(sizes, 'bytes')),
        mib(sumOf(sizes, 'indexes')),
        '',
        grouped(sumOf(sizes, 'bytes') / transfers),
      ],
    ],
  )
const sumOf = (rows, field) => rows.reduce((sum, row) => sum + row[field], 0)

const actsTable = (acts, sizes) => {
  const bytesOf = (name) => {
    const found = sizes.find((size) => size.name === name)
    return found ? found.bytes / Math.max(1, found.rows) : 0
  }
  return tableOf(
    ['What is done', 'rows that stay', 'bytes, by the table above'],
    acts.map(({ name, rows }) => [
      name,
      rows.map((row) => `${row.name} ${grouped(row.rows)}`).join(', '),
      grouped(rows.reduce((sum, row) => sum + row.rows * bytesOf(row.name), 0)),
    ]),
  )
}

const eventsTable = (events) =>
  tableOf(
    ['A month goes in one statement', 'rows', 'MiB', 'rows that go', 'delete, s', 'vacuum, s', 'MiB after'],
    events.map(({ name, count, bytes, gone, goneMs, vacuumMs, after }) => [
      name,
      grouped(count),
      mib(bytes),
      grouped(gone),
      (goneMs / 1000).toFixed(1),
      (vacuumMs / 1000).toFixed(1),
      mib(after),
    ]),
  )

export function writeService({ transfers, reads, jobs, sizes, acts, events }, isWhole) {
  const about = `${availableParallelism()} cores, Node ${process.versions.node.split('.')[0]}, the embedded Postgres with its defaults on a disk, ${grouped(transfers)} transfers, one call at a time. Load average of five minutes at the end: ${loadavg()[1].toFixed(1)}.`
  const text = [
    about,
    readsTable(reads),
    jobsTable(jobs),
    sizesTable(sizes, transfers),
    actsTable(acts, sizes),
    eventsTable(events),
  ].join('\n\n')
  console.log(`\n${text}`)
  if (isWhole) writeScalingSection('service', text)
}

/** Three tables with a row for each server and a column for each work. */
export function writeThroughput({ names, works, isMemory, rounds }, isWhole) {
  const about = `${availableParallelism()} cores, Node ${process.versions.node.split('.')[0]}, one machine for servers, database, store and load clients, ${placeOfStorage(isMemory)}, medians of ${rounds}. Load average of five minutes at the end: ${loadavg()[1].toFixed(1)}.`
  const rows = (cell) =>
    names.map((name, index) => [name, ...works.map(({ unit, results }) => cell(shown[unit], results[index]))])
  const speed = tableOf(
    ['Speed', ...works.map(({ name, unit }) => `${name}, ${shown[unit].unit}`)],
    rows(({ rate }, result) => rate(result.rate)),
  )
  const cost = tableOf(
    ['CPU, proxy and database included', ...works.map(({ name }) => name)],
    rows(({ cpu }, result) => `${cpu(result.cpu)}${result.storeCpu ? ` (the store ${cpu(result.storeCpu)})` : ''}`),
  )
  const memory = tableOf(
    ['Peak memory of all that serve, MiB', ...works.map(({ name }) => name)],
    rows((_, { sumMiB }) => grouped(sumMiB)),
  )
  const text = [about, speed, cost, memory].join('\n\n')
  console.log(`\n${text}`)
  if (isWhole) writeScalingSection('throughput', text)
}
