/** Health, readiness, metrics, and the description of every route. */
import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import { calls } from '@sampan/contract/routes/index'
import { healthz, readyz } from '@sampan/contract/routes/operation'
import type { FastifyInstance } from 'fastify'
import { minFreeBytes } from '../../disk-space.ts'
import { openApi } from '../../http/open-api.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { addStateGauges } from './gauges.ts'
import { mayRead } from './metrics-server.ts'
import { checkWritable } from './queries.ts'

export { listenForMetrics } from './metrics-server.ts'

/** A probe does not wait for long. */
const readyMs = 2_000

/** With less than this a file can hardly become longer. */
const nothingBytes = 1_000_000

const notReady = (code: ErrorCode = 'unavailable') => new Problem(code, {}, { retryAfterSeconds: 5 })

/** Of the stored files, and of the data folder, which has the embedded database. */
async function checkDiskSpace({ storage, config }: Services): Promise<void> {
  const { bavail, bsize } = await statfs(config.dataDir)
  if (Math.min(bavail * bsize, await storage.freeBytes()) < Math.max(nothingBytes, minFreeBytes(config)))
    throw notReady('serverDiskFull')
}

/** What is wrong, in words that say more than that it is not ready where there are such; null for nothing. */
function makeReadiness(services: Services): () => Promise<Problem | null> {
  const { db, storage } = services
  let looking: Promise<Problem | null> | undefined
  // One look for all who ask: on a disk that hangs, each would hold a thread for files.
  const look = () => {
    looking ??= Promise.all([checkWritable(db), storage.probe(), checkDiskSpace(services)])
      .then(
        () => null,
        (error: unknown) => (error instanceof Problem ? error : notReady()),
      )
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  return async () => {
    const late = new AbortController()
    const answer = await Promise.race([look(), sleep(readyMs, notReady(), { signal: late.signal }).catch(() => null)])
    late.abort()
    return answer
  }
}

export function operationRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  let isStopping = false
  const findTrouble = makeReadiness(services)
  // Before the port closes: connections that are still open are told to go elsewhere.
  app.addHook('preClose', async () => {
    isStopping = true
  })
  serveRoute(app, context, healthz, async () => ({ status: 'ok' as const }))
  serveRoute(app, context, readyz, async () => {
    const trouble = isStopping ? notReady() : await findTrouble()
    if (trouble) throw trouble
    return { status: 'ready' as const }
  })
  // Of hundreds of schemas: made when somebody asks.
  let description: object | undefined
  app.get('/openapi.json', async () => {
    description ??= openApi(calls, services.config)
    return description
  })
  addStateGauges(services)
  if (services.config.metricsKey && services.config.metricsPort === null) metricsRoute(app, services)
}

/** Without the right key it is an address like any unknown one (R58). */
function metricsRoute(app: FastifyInstance, { metrics, config }: Services): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(config.metricsKey, request.headers.authorization)) return reply.callNotFound()
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  })
}
