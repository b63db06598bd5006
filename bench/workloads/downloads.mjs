/** Reading: one stream, ranges at once, a zip, and what a recipient's page asks for. Every byte is compared as it comes. */
import { writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileList } from '../account.mjs'
import { Connection, exchange } from '../connection.mjs'
import { contentAt, partsOf } from '../content.mjs'
import { queuesOf } from '../load.mjs'
import { median } from '../measure.mjs'
import { firstByteMs, readZip } from '../zip-pieces.mjs'
import { filmBytes, ranges, shownBytes, streams, views, zipped } from './sizes.mjs'

/** Both references serve it from their folder. */
export async function layFilm(folder) {
  const file = await open(join(folder, 'film.bin'), 'w')
  for (const [from, to] of partsOf(filmBytes)) await file.write(contentAt(from, to), 0, to - from, from)
  await file.close()
}

export const wholeFilm = (path) => [{ path, status: 200, pieces: [{ length: filmBytes, from: 0 }] }]

export const filmInRanges = (count) => (path) =>
  partsOf(filmBytes, filmBytes / count).map(([from, to]) => ({
    path,
    status: 206,
    headers: { range: `bytes=${from}-${to - 1}` },
    pieces: [{ length: to - from, from }],
  }))

/** One for each load client at least, as long as there are so many. */
export const reading = ({ load }, server, requests, lanes) => {
  const queues = Math.min(2, lanes)
  return load.prepare(queuesOf(server.port, requests, { queues, connections: lanes / queues }))
}

async function filmOf({ account, shared }) {
  shared.filmAt ??= await account.addressesOf(shared.film.plan, shared.film.recipient)
  return shared.filmAt.file
}

const fromAll = (bench, requestsOf, lanes) => ({
  nginx: bench.nginx && { prepare: () => reading(bench, bench.nginx, requestsOf('/film.bin'), lanes) },
  bare: { prepare: () => reading(bench, bench.bare, requestsOf('/film.bin'), lanes) },
  sampan: { prepare: async () => reading(bench, bench.sampan, requestsOf(await filmOf(bench)), lanes) },
})

const download = (bench, more, requestsOf, lanes) => ({
  name: `Download ${shownBytes(filmBytes)}: ${more}`,
  unit: 'GiB',
  amount: filmBytes,
  runs: fromAll(bench, requestsOf, lanes),
})

export const streamWorkload = (bench) => ({ key: 'stream', ...download(bench, '1 stream', wholeFilm, 1) })
export const rangesWorkload = (bench, count = ranges) => ({
  key: 'ranges',
  ...download(bench, `${count} ranges at once`, filmInRanges(count), count),
})

/** Sent and read once beforehand; what nginx is measured by is one file of as many bytes. */
async function layZip({ sampan, account, load }) {
  const plan = await account.plan(fileList(zipped))
  await load.run(queuesOf(sampan.port, account.partRequests(plan), { queues: 2, connections: streams / 2 }))
  await account.publish(plan)
  const { zip } = await account.addressesOf(plan)
  return { path: zip, pieces: await readZip(sampan.port, zip, plan.files) }
}

/** Asked for before any is counted, and counted: code that has run a few times only is not compiled yet, in either process. */
const firstBytes = { before: 100, counted: 51 }

export async function zipWorkload(bench) {
  const { path, pieces } = await layZip(bench)
  const amount = zipped.count * zipped.bytes
  const plain = [
    { path: '/film.bin', status: 206, headers: { range: `bytes=0-${amount - 1}` }, pieces: [{ length: amount, from: 0 }] },
  ]
  const canRead = amount <= filmBytes
  return {
    key: 'zip',
    name: `Download a zip of ${zipped.count} files of 5 MiB: 1 stream`,
    unit: 'GiB',
    amount,
    runs: {
      nginx: bench.nginx && canRead && { prepare: () => reading(bench, bench.nginx, plain, 1) },
      sampan: { prepare: () => reading(bench, bench.sampan, [{ path, status: 200, pieces }], 1) },
    },
    /** One after another, on a connection of its own each. */
    extra: async () => {
      const times = []
      const { before, counted } = firstBytes
      for (let index = 0; index < before + counted; index++) times.push(await firstByteMs(bench.sampan.port, path))
      return { firstByteMs: median(times.slice(before)), firstOfFirstMs: median(times.slice(0, 15)) }
    },
  }
}

const viewing = ({ load }, server, request, text) => {
  const { connections, seconds } = views
  const queue = { port: server.port, connections: connections / 2, request, text, seconds }
  return load.prepare([queue, queue])
}

/** The answer of the database against a file of the same bytes. */
export async function viewWorkload(bench) {
  const { sampan, nginx, shared } = bench
  await filmOf(bench)
  const { slug } = shared.film.plan
  const path = shared.filmAt.view
  const connection = new Connection(sampan.port)
  const chunks = []
  await exchange(connection, { path }, { expect: { status: 200 }, take: (bytes) => chunks.push(Buffer.from(bytes)) })
  connection.close()
  if (nginx) writeFileSync(join(nginx.folder, 'view.json'), Buffer.concat(chunks))
  return {
    key: 'view',
    name: `Public view of a transfer, ${views.connections} connections`,
    unit: 'requests',
    runs: {
      nginx: nginx && { prepare: () => viewing(bench, nginx, { path: '/view.json' }, slug) },
      sampan: { prepare: () => viewing(bench, sampan, { path }, slug) },
    },
  }
}
