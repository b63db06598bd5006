/** The two ends of listening: a port that is free, and a stop that lets requests end. */
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

const drainMs = 20_000

/** No new requests; what runs may end until the drain time is over, then it is cut and its clients come back. */
export async function closeHttp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMs)
  await app.close()
  clearTimeout(cut)
}

/** Names a taken port before anything is started. */
export async function checkPort(port: number, host: string, [portName, hostName] = ['PORT', 'HOST']): Promise<void> {
  if (port === 0) return
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new Error(`${portName}=${port} is taken by another program. Stop it or set another ${portName}.`))
      else if (error.code === 'EACCES')
        reject(new Error(`${portName}=${port} may not be used by this account. Set a ${portName} above 1023.`))
      else reject(new Error(`${hostName}=${host}: cannot listen there (${error.code})`))
    })
    probe.listen({ port, host }, () => probe.close(() => resolve()))
  })
}
