/** What the manage link allows (Q22), where each change answers what the page then shows; and forwarding (Q18). */
import * as manage from '@sampan/contract/routes/manage'
import { forwardTransfer, readOwnFiles } from '@sampan/contract/routes/transfers'
import type { FastifyInstance } from 'fastify'
import { idListBytes, recipientListBytes } from '../../http/body-sizes.ts'
import { requestKeyOf } from '../../http/request-key.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { deleteTransfer } from './delete-transfer.ts'
import * as forward from './forward-transfer.ts'
import { findOwnManaged } from './manage-link.ts'
import { correctAddress, resendMail } from './manage-recipients.ts'
import { viewManaged } from './managed-view.ts'
import { restoreTransfer } from './restore-transfer.ts'

export function manageRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, manage.readManaged, ({ actor, params }) => viewManaged(services, actor, params))
  serveRoute(app, context, manage.resendMail, async ({ actor, params, headers }) => {
    await resendMail(services, actor, { ...params, requestKey: requestKeyOf({ headers }) })
    return viewManaged(services, actor, params)
  })
  serveRoute(app, context, manage.correctAddress, async ({ actor, params, body }) => {
    await correctAddress(services, actor, { ...params, ...body })
    return viewManaged(services, actor, params)
  })
  serveRoute(app, context, manage.deleteManaged, async ({ actor, params }) => {
    const { slug, ownerId } = await findOwnManaged(services, actor, params)
    return deleteTransfer(services, { ownerId }, slug)
  })
  serveRoute(app, context, manage.restoreManaged, async ({ actor, params }) => {
    const { slug, ownerId } = await findOwnManaged(services, actor, params)
    return restoreTransfer(services, { ownerId }, slug)
  })
}

export function forwardRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, readOwnFiles, ({ actor, params }) => forward.readOwnFiles(services, actor, params.slug))
  serveRoute(
    app,
    context,
    forwardTransfer,
    ({ actor, params, body, headers }) => {
      const requestKey = body.requestKey ?? requestKeyOf({ headers })
      return forward.forwardTransfer(services, actor, { ...params, ...body, requestKey })
    },
    { bodyLimitBytes: (actor) => idListBytes() + recipientListBytes(actor) },
  )
}
