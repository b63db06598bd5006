import { calls } from '@sampan/contract/routes/index'
import { healthz, readyz } from '@sampan/contract/routes/operation'
import type { FastifyInstance } from 'fastify'
import { openApi } from '../../http/open-api.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { version } from '../../version.ts'
import { addStateGauges } from './gauges.ts'
import { mayRead } from './metrics-server.ts'
import { makeReadiness, notReady } from './readiness.ts'

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
    const { store, storeFrom } = services.config
    return { status: 'ready' as const, version, store, moving: storeFrom !== null }
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
