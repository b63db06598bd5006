/** The two ends of listening: a port that is free, and a stop that lets requests end. */
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const idleMs = 200

/** Takes no new requests. Those that run have this long to end; then they are cut, and their clients try again. */
export async function closeHttp(app: FastifyInstance, drainMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMs)
  // Closing ends those that are idle now; one whose request ends later is kept by its client for a next one.
  const idle = setInterval(() => app.server.closeIdleConnections(), idleMs)
  await app.close()
  clearInterval(idle)
  clearTimeout(cut)
}

/** The processes of a server that was just killed may hold it a moment longer. */
const takenMs = 3_000

/** Says which port is taken before anything is started. */
export async function checkPort(port: number, host: string, [portName, hostName] = ['PORT', 'HOST']): Promise<void> {
  if (port === 0) return
  for (const end = performance.now() + takenMs; ; await sleep(100)) {
    const code = await tryPort(port, host)
    if (!code) return
    if (code === 'EADDRINUSE' && performance.now() < end) continue
    if (code === 'EADDRINUSE')
      throw new Error(`${portName}=${port} is taken by another program. Stop it or set another ${portName}.`)
    if (code === 'EACCES') throw new Error(`${portName}=${port} may not be used by this account. Set a ${portName} above 1023.`)
    throw new Error(`${hostName}=${host}: cannot listen there (${code})`)
  }
}

const tryPort = (port: number, host: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    probe.listen({ port, host }, () => probe.close(() => resolve(undefined)))
  })
