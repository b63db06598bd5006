/** SIGKILL in mid-upload: how much of what was under way has to be sent again. Three kills in one upload, the worst counts. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { newAccount } from '../account.mjs'
import { Connection, exchange } from '../connection.mjs'
import { checkerOf, contentAt, MiB, partsOf } from '../content.mjs'
import { startNginx, startTus } from '../servers/references.mjs'
import { startSampan } from '../servers/sampan.mjs'
import { tusQueue } from './upload.mjs'

const uploadBytes = 256 * MiB
const streams = 4
/** Our page's size where nothing is known of the line; tus-js-client and nginx are given the same. */
const partBytes = MiB
/** Later than an acknowledgement by so much at most: a kill falls into the middle of the next parts. */
const killWithinMs = 10
const kills = [0.25, 0.5, 0.75]
const bytesOf = (requests) => requests.reduce((sum, { content: [from, to] }) => sum + to - from, 0)

/** Sends lanes of requests until so many bytes are acknowledged, then pulls the plug. */
async function sendUntil(port, lanes, ackBytes, kill) {
  const [started, acked] = [[], []]
  let ended = null
  const lane = async (requests) => {
    const connection = new Connection(port)
    for (const request of requests) {
      started.push(request)
      await exchange(connection, request, { body: contentAt(...request.content), expect: request })
      acked.push(request)
      if (bytesOf(acked) >= ackBytes) ended ??= wait(Math.random() * killWithinMs).then(kill)
    }
    connection.close()
  }
  // Whoever is cut off by the kill says so; before it nothing may fail.
  const caught = (error) => {
    if (!ended) throw error
  }
  await Promise.all(lanes.map((requests) => lane(requests).catch(caught)))
  await ended
  return { started, acked }
}

const lanesOf = (requests) => Array.from({ length: streams }, (_, index) => requests.filter((__, at) => at % streams === index))

/** The requests whose bytes the server does not list; throws where one is missing that it had acknowledged. */
async function missing(account, uploadId, requests, acked) {
  const { received } = await account.withTicket('GET', `/api/uploads/${uploadId}`)
  const isListed = ({ content: [from, to] }) =>
    received.some(({ ranges }) => ranges.some(([start, end]) => start <= from && to <= end))
  const lost = acked.filter((request) => !isListed(request))
  if (lost.length) throw new Error(`${lost.length} acknowledged parts are gone`)
  return requests.filter((request) => !isListed(request))
}

async function killSampan(folder) {
  let server = await startSampan(folder)
  const account = await newAccount(server)
  const plan = await account.plan([{ path: 'film.bin', size: uploadBytes }])
  const requests = account.partRequests(plan, partBytes)
  let [left, worst, everAcked] = [requests, 0, []]
  const recoverySeconds = []
  for (const share of kills) {
    const target = share * uploadBytes - bytesOf(everAcked)
    const { started, acked } = await sendUntil(server.port, lanesOf(left), target, server.kill)
    everAcked = everAcked.concat(acked)
    const begin = performance.now()
    server = await startSampan(folder)
    recoverySeconds.push((performance.now() - begin) / 1000)
    account.server = server
    left = await missing(account, plan.uploadId, requests, everAcked)
    worst = Math.max(worst, bytesOf(started.filter((request) => left.includes(request))))
    everAcked = requests.filter((request) => !left.includes(request))
  }
  await sendUntil(server.port, lanesOf(left), Number.POSITIVE_INFINITY, () => {})
  await account.publish(plan)
  await readBack(server, await account.addressesOf(plan))
  await server.stop()
  return { worstMiB: worst / MiB, recoverySeconds: Math.max(...recoverySeconds) }
}

async function readBack({ port }, { file }) {
  const connection = new Connection(port)
  const take = checkerOf([{ length: uploadBytes, from: 0 }])
  await exchange(connection, { path: file }, { expect: { status: 200, length: uploadBytes }, take })
  connection.close()
}

/** An object that is not there whole has to be sent again whole. */
async function killNginx(folder) {
  const requests = partsOf(uploadBytes, partBytes).map(([from, to]) => ({
    method: 'PUT',
    path: `/parts/${from}`,
    content: [from, to],
    status: 201,
  }))
  let [left, worst] = [requests, 0]
  for (const share of kills) {
    const server = await startNginx(folder)
    if (!server) return null
    const has = ({ path, content: [from, to] }) => {
      const file = join(server.folder, path)
      return existsSync(file) && statSync(file).size === to - from
    }
    const target = share * uploadBytes - (uploadBytes - bytesOf(left))
    const { started } = await sendUntil(server.port, lanesOf(left), target, () => killAll(server))
    worst = Math.max(worst, bytesOf(started.filter((request) => !has(request))))
    left = requests.filter((request) => !has(request))
  }
  return { worstMiB: worst / MiB }
}

function killAll({ processes, stop }) {
  for (const pid of processes()) process.kill(pid, 'SIGKILL')
  return stop('SIGKILL')
}

async function offsetOf(port, path) {
  const connection = new Connection(port)
  const { head } = await connection.head(`HEAD ${path} HTTP/1.1\r\nHost: localhost\r\nTus-Resumable: 1.0.0\r\n\r\n`)
  connection.close()
  return Number(/\nupload-offset: *(\d+)/i.exec(head)[1])
}

/** What a PATCH had begun to send beyond the place that the server names after its restart. */
async function killTus(folder) {
  let server = await startTus(folder)
  const size = uploadBytes / streams
  const queues = await Promise.all(
    Array.from({ length: streams }, (_, index) => tusQueue(server.port, size, index * size, partBytes)),
  )
  const { started } = await sendUntil(
    server.port,
    queues.map(({ requests }) => requests),
    uploadBytes / 2,
    () => killAll(server),
  )
  server = await startTus(folder)
  let again = 0
  for (const [index, { requests }] of queues.entries()) {
    const sentTo =
      Math.max(...started.filter((request) => requests.includes(request)).map(({ content }) => content[1])) - index * size
    again += Math.max(0, sentTo - (await offsetOf(server.port, requests[0].path)))
  }
  await server.stop()
  return { worstMiB: again / MiB }
}

/** In folders of their own, so that nothing else is ended. */
export async function crash(folder) {
  return {
    nginx: await killNginx(join(folder, 'crash-nginx')),
    tus: await killTus(join(folder, 'crash-tus')),
    sampan: await killSampan(join(folder, 'crash')),
  }
}
