import { Problem } from '@sampan/contract/errors'
import * as contract from '@sampan/contract/routes/notifications'
import type { FastifyInstance } from 'fastify'
import type { SignedIn } from '../../http/actor.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { changeNotifications, readNotification } from './change-notifications.ts'
import { listNotifications } from './list-notifications.ts'

/** A suspended account reads its transfers, and is told nothing new of them (R25). */
function requireOwn({ userId, status }: SignedIn, named?: string | null): void {
  if (named && named !== userId) throw new Problem('notYours')
  if (status === 'revoke') throw new Problem('accountSuspended')
}

export function notificationRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.notifications, async ({ actor, body }) => {
    requireOwn(actor, body.userid)
    return listNotifications(services, actor, body.limit)
  })
  serveRoute(app, context, contract.deleteNotification, async ({ actor, body }) => {
    requireOwn(actor, body.userid)
    return changeNotifications(services, actor, body)
  })
  serveRoute(app, context, contract.readNotification, async ({ actor, params }) => {
    requireOwn(actor)
    return readNotification(services, actor, params.id)
  })
}
