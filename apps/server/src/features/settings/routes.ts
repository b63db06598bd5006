import * as contract from '@sampan/contract/routes/settings'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { changeSettings, readSettings } from './settings.ts'

export function settingsRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.readSettings, ({ actor }) => readSettings(services, actor))
  serveRoute(app, context, contract.changeSettings, ({ actor, body }) => changeSettings(services, actor, body))
}
