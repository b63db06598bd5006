import * as contract from '@sampan/contract/routes/bin'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { eraseBin } from './erase-bin.ts'
import { listBin } from './list-bin.ts'

export function binRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.listBin, ({ actor, query }) => listBin(services, actor, query))
  serveRoute(app, context, contract.eraseBin, async ({ actor, query }) => {
    await eraseBin(services, actor, query)
    return { ok: true as const }
  })
}
