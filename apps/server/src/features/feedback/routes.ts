import * as contract from '@sampan/contract/routes/feedback'
import type { FastifyInstance } from 'fastify'
import { requestKeyOf } from '../../http/request-key.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { askFeedback, sendFeedback } from './feedback.ts'

export function feedbackRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.sendFeedback, ({ actor, body, headers }) =>
    sendFeedback(services, actor, { ...body, requestKey: body.requestKey ?? requestKeyOf({ headers }) }),
  )
  serveRoute(app, context, contract.askFeedback, ({ actor }) => askFeedback(services, actor))
}
