import * as contract from '@sampan/contract/routes/webhooks'
import type { FastifyInstance } from 'fastify'
import { requestKeyOf } from '../../http/request-key.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import { readWebhook, sendAgain, testWebhook } from './log.ts'
import { addWebhook, changeWebhook, listWebhooks, moveWebhook, removeWebhook, renewSecret, type WebhookDeps } from './webhooks.ts'

export function webhookRoutes(app: FastifyInstance, context: HttpContext, services: WebhookDeps): void {
  serveRoute(app, context, contract.listWebhooks, ({ actor }) => listWebhooks(services, actor))
  serveRoute(app, context, contract.addWebhook, ({ actor, body, headers }) =>
    addWebhook(services, actor, { ...body, requestKey: requestKeyOf({ headers }) }),
  )
  serveRoute(app, context, contract.readWebhook, ({ actor, params, query }) =>
    readWebhook(services, actor, params.webhookId, query.before),
  )
  serveRoute(app, context, contract.changeWebhook, ({ actor, params, body }) =>
    changeWebhook(services, actor, params.webhookId, body),
  )
  serveRoute(app, context, contract.moveWebhook, ({ actor, params, body }) =>
    moveWebhook(services, actor, params.webhookId, body.url),
  )
  serveRoute(app, context, contract.renewWebhookSecret, ({ actor, params, headers }) =>
    renewSecret(services, actor, params.webhookId, requestKeyOf({ headers })),
  )
  serveRoute(app, context, contract.removeWebhook, async ({ actor, params }) => {
    await removeWebhook(services, actor, params.webhookId)
    return { ok: true as const }
  })
  serveRoute(app, context, contract.testWebhook, ({ actor, params, headers }) =>
    testWebhook(services, actor, params.webhookId, requestKeyOf({ headers })),
  )
  serveRoute(app, context, contract.sendDeliveryAgain, ({ actor, params, headers }) =>
    sendAgain(services, actor, { ...params, requestKey: requestKeyOf({ headers }) }),
  )
}
