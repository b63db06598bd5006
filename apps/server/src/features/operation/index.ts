/** Health, readiness and the description of every route. */
import { Problem } from '@sampan/contract/errors'
import { routes } from '@sampan/contract/routes/index'
import { healthz, readyz } from '@sampan/contract/routes/operation'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { openApi } from '../../http/open-api.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'

export function operationRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, healthz, async () => ({ status: 'ok' as const }))
  serveRoute(app, context, readyz, async () => {
    try {
      await services.db.execute(sql`select 1`)
      await services.storage.freeBytes()
    } catch {
      throw new Problem('unavailable', {}, { retryAfterSeconds: 5 })
    }
    return { status: 'ready' as const }
  })
  const description = openApi(routes, services.config)
  app.get('/openapi.json', async () => description)
}
