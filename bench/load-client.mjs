/** A process that makes load: is given queues of requests, works through them at a sign, and says what that cost it. */
import { Connection, exchange, headOf } from './connection.mjs'
import { checkerOf, contentAt } from './content.mjs'

const lengthOf = (pieces) => pieces.reduce((sum, { length }) => sum + length, 0)

/** `content` is what a request sends, as [from, to); `pieces` what it shall be answered. */
function one(connection, { content, pieces, status, ...request }) {
  const body = content && contentAt(...content)
  if (!pieces) return exchange(connection, request, { body, expect: { status } })
  return exchange(connection, request, { body, take: checkerOf(pieces), expect: { status, length: lengthOf(pieces) } })
}

/** So many connections take from one queue. */
async function work({ port, connections, requests }) {
  let next = 0
  const lane = async () => {
    const connection = new Connection(port)
    while (next < requests.length) await one(connection, requests[next++])
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return requests.length
}

/** One request, made once, over and over until the time is over; each answer must hold the text. */
async function repeat({ port, connections, request, text, seconds }) {
  const head = headOf(request)
  const until = performance.now() + seconds * 1000
  let count = 0
  const lane = async () => {
    const connection = new Connection(port)
    while (performance.now() < until) {
      let hasText = false
      const { status } = await connection.send(head, undefined, (bytes) => {
        hasText ||= bytes.includes(text)
      })
      if (status !== 200 || !hasText) throw new Error(`${request.path} answered ${status}`)
      count++
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return count
}

let queues = []

async function run() {
  const before = process.cpuUsage()
  const counts = await Promise.all(queues.map((queue) => (queue.seconds ? repeat(queue) : work(queue))))
  const { user, system } = process.cpuUsage(before)
  return { count: counts.reduce((sum, count) => sum + count, 0), cpuSeconds: (user + system) / 1e6 }
}

process.on('message', async (message) => {
  if (message.queues) {
    queues = message.queues
    return process.send({ isReady: true })
  }
  process.send(await run().catch((error) => ({ error: error.stack })))
})
process.on('disconnect', () => process.exit())
