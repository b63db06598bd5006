/** Who may read the metrics, and the port of their own that they can have (O4). */
import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { bearerOf } from '../../http/access-token.ts'
import { sha256 } from '../../http/random-text.ts'
import type { Services } from '../../services.ts'

type Needs = Pick<Services, 'metrics' | 'config' | 'log'>

/** Compared as hashes: equal lengths, no early end. */
export const mayRead = (key: string | null, authorization: string | undefined): boolean =>
  key === null || timingSafeEqual(sha256(bearerOf(authorization) ?? ''), sha256(key))

async function answer({ metrics, config, log }: Needs, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isFound = request.url?.split('?')[0] === '/metrics' && mayRead(config.metricsKey, request.headers.authorization)
  try {
    const text = isFound && request.method === 'GET' ? await metrics.text() : ''
    response.writeHead(text ? 200 : 404, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text)
  } catch (error) {
    log.error({ err: error }, 'the metrics cannot be read')
    response.writeHead(500).end()
  }
}

/** Answers with its port, once it listens, and with what ends it. */
export async function listenForMetrics(needs: Needs): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer((request, response) => void answer(needs, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: needs.config.metricsPort ?? 0, host: needs.config.metricsHost }, resolve)
  })
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port: (server.address() as { port: number }).port, stop }
}
