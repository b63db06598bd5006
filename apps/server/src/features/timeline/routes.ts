import { readActivity } from '@sampan/contract/routes/activity'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { listActivity } from './activity.ts'

export function timelineRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, readActivity, ({ actor, query }) => listActivity(services, actor, query.limit))
}
