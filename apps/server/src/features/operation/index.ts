/** Health, readiness, metrics, and the description of every route. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@sampan/contract/errors'
import { routes } from '@sampan/contract/routes/index'
import { healthz, readyz } from '@sampan/contract/routes/operation'
import type { FastifyInstance } from 'fastify'
import { openApi } from '../../http/open-api.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { addStateGauges } from './gauges.ts'
import { mayRead } from './metrics-server.ts'
import { checkWritable } from './queries.ts'

export { listenForMetrics } from './metrics-server.ts'

/** A probe does not wait for long. */
const readyMs = 2_000

function makeReadiness({ db, storage }: Services): () => Promise<boolean> {
  let looking: Promise<boolean> | undefined
  // One look for all who ask: on a disk that hangs, each would hold a thread for files.
  const look = () => {
    looking ??= Promise.all([checkWritable(db), storage.probe()])
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  return async () => {
    const late = new AbortController()
    const answer = await Promise.race([look(), sleep(readyMs, false, { signal: late.signal }).catch(() => false)])
    late.abort()
    return answer
  }
}

export function operationRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  let isStopping = false
  const isReady = makeReadiness(services)
  // Before the port closes: connections that are still open are told to go elsewhere.
  app.addHook('preClose', async () => {
    isStopping = true
  })
  serveRoute(app, context, healthz, async () => ({ status: 'ok' as const }))
  serveRoute(app, context, readyz, async () => {
    if (isStopping || !(await isReady())) throw new Problem('unavailable', {}, { retryAfterSeconds: 5 })
    return { status: 'ready' as const }
  })
  // Of hundreds of schemas: made when somebody asks.
  let description: object | undefined
  app.get('/openapi.json', async () => {
    description ??= openApi(routes, services.config)
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
