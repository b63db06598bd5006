import { folderSize as folderSizeRoute } from '@sampan/contract/routes/accounts'
import * as dashboard from '@sampan/contract/routes/dashboard'
import { quicksend2, sendTransferEmail as sendRoute, takeBack as takeBackRoute } from '@sampan/contract/routes/transfers'
import type { FastifyInstance } from 'fastify'
import { sendingBytes } from '../../http/body-sizes.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import type { UploadPurposes } from '../uploads/index.ts'
import { cancelSending } from './cancel-sending.ts'
import { copyLink } from './copy-link.ts'
import { deleteTransfer } from './delete-transfer.ts'
import { folderSize } from './folder-size.ts'
import { listTransfers } from './list-transfers.ts'
import { sendTransferEmail } from './mail-states.ts'
import { requireOwnId } from './own-id.ts'
import { publishTransfer } from './publish-transfer.ts'
import { restoreTransfer } from './restore-transfer.ts'
import { detailRoutes } from './routes-detail.ts'
import { fileRoutes } from './routes-files.ts'
import { forwardRoutes, manageRoutes } from './routes-manage.ts'
import { authorsIn } from './share-with-team.ts'

export function transferRoutes(app: FastifyInstance, context: HttpContext, services: Services & UploadPurposes): void {
  serveRoute(app, context, quicksend2, ({ actor, body }) => publishTransfer(services, actor, body), {
    bodyLimitBytes: sendingBytes,
  })
  serveRoute(app, context, takeBackRoute, ({ actor, body }) => cancelSending(services, actor, body.slug))
  serveRoute(app, context, sendRoute, ({ actor, body }) => sendTransferEmail(services, actor, body))
  dashboardRoutes(app, context, services)
  manageRoutes(app, context, services)
  forwardRoutes(app, context, services)
  fileRoutes(app, context, services)
  detailRoutes(app, context, services)
}

function dashboardRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, dashboard.getQs, async ({ actor, query, headers }) => {
    requireOwnId(actor, query.userid)
    return listTransfers(services, actor, query, await authorsIn(services.db, actor, headers.isTeam))
  })
  serveRoute(app, context, dashboard.deleteTransfer, async ({ actor, body }) => {
    requireOwnId(actor, body.userid)
    return deleteTransfer(services, actor, body.slug)
  })
  serveRoute(app, context, dashboard.restoreTransfer, ({ actor, params }) => restoreTransfer(services, actor, params.slug))
  serveRoute(app, context, dashboard.copyLink, ({ actor, params }) => copyLink(services, actor, params.slug))
  serveRoute(app, context, folderSizeRoute, async ({ actor, body }) => {
    requireOwnId(actor, body.userid)
    return folderSize(services, actor)
  })
}
