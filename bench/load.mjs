/** The load clients: two processes, so that neither is what a run waits for. */
import { fork } from 'node:child_process'
import { join } from 'node:path'

const clientCount = 2

function askOf(client, message) {
  return new Promise((resolve, reject) => {
    client.once('message', (answer) => (answer.error ? reject(new Error(answer.error)) : resolve(answer)))
    client.send(message)
  })
}

export function startLoad() {
  const clients = Array.from({ length: clientCount }, () => fork(join(import.meta.dirname, 'load-client.mjs')))
  const shares = (queues) => clients.map((_, index) => queues.filter((__, at) => at % clientCount === index))

  /** Hands the queues out; what it answers begins them all and answers how many requests there were and what they cost each client. */
  async function prepare(queues) {
    const given = shares(queues)
    const busy = clients.filter((_, index) => given[index].length)
    await Promise.all(busy.map((client, index) => askOf(client, { queues: given[index] })))
    return async () => {
      const answers = await Promise.all(busy.map((client) => askOf(client, { run: true })))
      const cpuSeconds = answers.map((answer) => answer.cpuSeconds)
      return { count: answers.reduce((sum, { count }) => sum + count, 0), cpuSeconds }
    }
  }

  const stop = () => {
    for (const client of clients) client.disconnect()
  }
  return { prepare, run: async (queues) => (await prepare(queues))(), stop }
}

/** The requests dealt to so many queues, each worked through over its own connections. */
export function queuesOf(port, requests, { queues, connections }) {
  const dealt = Array.from({ length: queues }, (_, index) => requests.filter((__, at) => at % queues === index))
  return dealt.filter((some) => some.length).map((some) => ({ port, connections, requests: some }))
}
