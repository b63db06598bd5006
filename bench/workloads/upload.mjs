/** One big file, four parts of it at a time. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Connection, exchange } from '../connection.mjs'
import { crcHex, partsOf } from '../content.mjs'
import { queuesOf } from '../load.mjs'
import { touchMemory, usedBytes } from '../scratch-folder.mjs'
import { filmBytes, rounds, shownBytes, streams } from './sizes.mjs'

const recipient = 'recipient@example.com'
const purgeSeconds = 60

/** Two queues, one for each load client, and half of the streams for each; a single stream has one. */
export function dealt(port, requests, lanes = streams) {
  const queues = Math.min(2, lanes)
  return queuesOf(port, requests, { queues, connections: lanes / queues })
}
const plainParts = (pathOf) =>
  partsOf(filmBytes).map(([from, to]) => ({ method: 'PUT', path: pathOf(from), content: [from, to], status: 201 }))

export function emptyFolder(folder) {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
}

/** Each part an object of its own: the least that a server can do with it. */
const toNginx = ({ nginx, load }, lanes) => ({
  prepare: () =>
    load.prepare(
      dealt(
        nginx.port,
        plainParts((from) => `/parts/${from}`),
        lanes,
      ),
    ),
  after: () => rmSync(join(nginx.folder, 'parts'), { recursive: true }),
})

const toBare = ({ bare, load }) => ({
  prepare: () =>
    load.prepare(
      dealt(
        bare.port,
        plainParts((from) => `/film.bin?offset=${from}`).map((each) => ({ ...each, status: 204 })),
      ),
    ),
})

async function beginTus(port, size) {
  const connection = new Connection(port)
  const request = { method: 'POST', path: '/files', headers: { 'tus-resumable': '1.0.0', 'upload-length': String(size) } }
  const { head } = await exchange(connection, request, { body: Buffer.alloc(0), expect: { status: 201 } })
  connection.close()
  return /\nlocation: *(\S+)/i.exec(head)[1]
}

/** tus takes the bytes of an upload one after another, so each stream is an upload of its own. */
export async function tusQueue(port, size, from, step = undefined) {
  const path = await beginTus(port, size)
  const requests = partsOf(size, step).map(([start, end]) => ({
    method: 'PATCH',
    path,
    headers: { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': String(start) },
    content: [from + start, from + end],
    status: 204,
  }))
  return { port, connections: 1, requests }
}

const toTus = ({ tus, load }) => ({
  prepare: async () => {
    const size = filmBytes / streams
    const begun = Array.from({ length: streams }, (_, index) => tusQueue(tus.port, size, index * size))
    return load.prepare(await Promise.all(begun))
  },
  after: () => emptyFolder(tus.folder),
})

/** The quota comes back once the deletion can no longer be taken back. */
async function forget(sampan, account, plan) {
  const held = sampan.heldBytes ?? (() => usedBytes(sampan.dataDir))
  const before = await held()
  await account.delete(plan)
  for (const until = performance.now() + purgeSeconds * 1000; performance.now() < until; await wait(250))
    if ((await held()) < before - filmBytes * 0.9) return
  throw new Error('The bytes of a deleted transfer are still there')
}

function toSampan({ sampan, account, load, shared }, lanes, isKept) {
  let round = 0
  return {
    prepare: () => async () => {
      const plan = await account.plan([{ path: 'film.bin', size: filmBytes }])
      const done = await load.run(dealt(sampan.port, account.partRequests(plan), lanes))
      await account.publish(plan, recipient)
      shared.film = { plan, recipient }
      return done
    },
    after: async () => {
      if (!isKept || ++round < rounds) await forget(sampan, account, shared.film.plan)
    },
  }
}

/** Beside the server's own files, in memory where those are. */
const inTouched = (folder, run) => ({
  ...run,
  prepare: async () => {
    touchMemory(folder, filmBytes)
    return run.prepare()
  },
})

/** The checksums are made before any clock runs, as a browser makes them beside the sending. The last film stays where it is to be read later. */
export function uploadWorkload(bench, { key = 'upload', lanes = streams, isKept = true } = {}) {
  for (const [from, to] of partsOf(filmBytes)) crcHex(from, to)
  return {
    key,
    name: `Upload ${shownBytes(filmBytes)}: ${lanes} ${lanes === 1 ? 'stream' : 'streams'}, parts of 8 MiB`,
    unit: 'GiB',
    amount: filmBytes,
    runs: {
      nginx: bench.nginx && inTouched(bench.nginx.folder, toNginx(bench, lanes)),
      bare: inTouched(bench.bare?.folder, toBare(bench)),
      tus: inTouched(bench.tus?.folder, toTus(bench)),
      sampan: inTouched(bench.sampan?.dataDir, toSampan(bench, lanes, isKept)),
    },
  }
}
