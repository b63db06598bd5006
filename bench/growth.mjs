/** `npm run growth`: what becomes slower, or takes more memory, as there is more of it. */
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { GiB } from './content.mjs'
import { filesInOne } from './growth/files-in-one.mjs'
import { openUploads } from './growth/open-uploads.mjs'
import { partsInOne } from './growth/parts-in-one.mjs'
import { teamLists } from './growth/team-lists.mjs'
import { ownLists, transfersInAll } from './growth/transfers-in-all.mjs'
import { writeSection } from './readme.mjs'
import { tableOf } from './report.mjs'
import { chooseFolder } from './scratch-folder.mjs'
import { startSampan } from './servers/sampan.mjs'

const scale = Number(process.env.BENCH_SCALE ?? 1)
const scaled = (count) => Math.max(1, Math.round(count * scale))
const grouped = (value) => value.toLocaleString('en')
const ms = (value) => (value < 9.95 ? value.toFixed(1) : grouped(Math.round(value)))

const filesTable = (rows) =>
  tableOf(
    [
      'One transfer of so many files, ms',
      'plan',
      'bytes',
      'publish',
      'CPU for each file',
      'in the list',
      'view',
      'HEAD of the zip',
      'zip, first byte',
      'zip, read whole',
    ],
    rows.map(
      ({ count, sending: { planMs, partsMs, publishMs }, cpuMsPerFile, listMs, viewMs, zipHeadMs, zipFirstByteMs, zipMs }) => [
        grouped(count),
        ...[planMs, partsMs, publishMs].map(ms),
        cpuMsPerFile.toFixed(3),
        ...[listMs, viewMs, zipHeadMs, zipFirstByteMs, zipMs].map(ms),
      ],
    ),
  )

const totalTable = (rows) =>
  tableOf(
    ['A sender of 1,000 transfers, everybody having so many, ms', 'plan', 'publish', 'list', 'search', 'view'],
    rows.map(({ level, ...times }) => [grouped(level), ...Object.values(times).map(ms)]),
  )

const listTable = (rows) =>
  tableOf(
    [
      'The list of a sender of so many transfers, ms',
      'files in all',
      'first page',
      'last page',
      'search: in 1 of 1,000',
      'search: in all',
      'search: in none',
    ],
    rows.map(({ count, files, ...times }) => [grouped(count), grouped(files), ...Object.values(times).map(ms)]),
  )

const teamTable = (rows) =>
  tableOf(
    [
      `The list of a team of ${grouped(rows[0].people)} people with ${grouped(rows[0].transfers)} transfers, ms`,
      'first page',
      'eleventh page',
      'shared',
      'search',
      'of one person',
      'the team itself',
    ],
    rows.map(({ name, people: _, transfers: __, ...times }) => [`as ${name}`, ...Object.values(times).map(ms)]),
  )

const partsTable = (rows) =>
  tableOf(
    ['One file of 2.5 TB in so many parts, ms', 'list of the parts', 'completion', 'one range', 'peak memory'],
    rows.map(({ count, peakMiB, listMs, publishMs, rangeMs }) => [
      grouped(count),
      ...[listMs, publishMs, rangeMs].map(ms),
      `${peakMiB} MiB`,
    ]),
  )

const openTable = (rows) =>
  tableOf(
    ['So many open uploads, then SIGKILL', 'ready again', 'memory before', 'memory after'],
    rows.map(({ count, readySeconds, beforeMiB, afterMiB }) => [
      grouped(count),
      `${readySeconds.toFixed(1)} s`,
      `${beforeMiB} MiB`,
      `${afterMiB} MiB`,
    ]),
  )

const { folder } = chooseFolder(6 * GiB)
const printed = (table) => {
  console.log(`\n${table}`)
  return table
}
try {
  const server = await startSampan(folder)
  const tables = []
  try {
    tables.push(printed(filesTable(await filesInOne(server, [1, 100, scaled(10_000)]))))
    tables.push(printed(partsTable(await partsInOne(server, [100, scaled(10_000)]))))
    tables.push(
      printed(
        listTable(
          await ownLists(server, [
            { count: scaled(1000), filesEach: 60 },
            { count: scaled(5000), filesEach: 60 },
            { count: scaled(50_000), filesEach: 1 },
          ]),
        ),
      ),
    )
    tables.push(printed(teamTable(await teamLists(server, { people: 200, transfers: scaled(100_000) }))))
    tables.push(printed(totalTable(await transfersInAll(server, [1000, scaled(100_000), scaled(1_000_000)]))))
  } finally {
    await server.stop()
  }
  tables.push(printed(openTable(await openUploads(join(folder, 'open'), [scaled(100), scaled(10_000)]))))
  const about = `${availableParallelism()} cores, Node ${process.versions.node.split('.')[0]}, one call at a time; medians where a call was made more than once. Memory is that of the greatest process.`
  if (scale >= 1) writeSection('growth', [about, ...tables].join('\n\n'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
