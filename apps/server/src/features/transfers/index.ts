/** Transfers: publishing, their mails, and what the download side reads of them. */
import { folderSize as folderSizeRoute } from '@sampan/contract/routes/accounts'
import * as dashboard from '@sampan/contract/routes/dashboard'
import { quicksend2, sendTransferEmail as sendRoute } from '@sampan/contract/routes/transfers'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { changeTransfer } from './change-transfer.ts'
import { copyLink } from './copy-link.ts'
import { deleteTransfer } from './delete-transfer.ts'
import { folderSize } from './folder-size.ts'
import { transferJobs } from './jobs.ts'
import { listTransfers } from './list-transfers.ts'
import { sendTransferEmail } from './mail-states.ts'
import { requireOwnId, requireOwnTeam } from './own-id.ts'
import { publishTransfer } from './publish-transfer.ts'
import { filesOfTransfer, findRecipient, findTransfer, updateRecipient } from './queries.ts'
import { ownerStatusOf } from './queries-list.ts'
import { restoreTransfer } from './restore-transfer.ts'
import { statusOf } from './transfer-status.ts'

const bodyLimitBytes = 4 * 1024 * 1024

function transferRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, quicksend2, ({ actor, body }) => publishTransfer(services, actor, body), { bodyLimitBytes })
  serveRoute(app, context, sendRoute, ({ actor, body }) => sendTransferEmail(services, actor, body._id))
  dashboardRoutes(app, context, services)
}

function dashboardRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, dashboard.getQs, async ({ actor, query, request }) => {
    requireOwnId(actor, query.userid)
    requireOwnTeam(actor, request.headers.isteam)
    return listTransfers(services, actor, query)
  })
  serveRoute(app, context, dashboard.deleteTransfer, async ({ actor, body }) => {
    requireOwnId(actor, body.userid)
    return deleteTransfer(services, actor, body.slug)
  })
  serveRoute(app, context, dashboard.restoreTransfer, ({ actor, params }) => restoreTransfer(services, actor, params.slug))
  serveRoute(app, context, dashboard.changeTransfer, ({ actor, params, body }) =>
    changeTransfer(services, actor, params.slug, body),
  )
  serveRoute(app, context, dashboard.copyLink, ({ actor, params }) => copyLink(services, actor, params.slug))
  serveRoute(app, context, folderSizeRoute, async ({ actor, body }) => {
    requireOwnId(actor, body.userid)
    return folderSize(services, actor)
  })
}

export const transferFeature = { routes: transferRoutes, jobs: transferJobs }
/** What others may ask about a transfer. */
export const transferReads = { findTransfer, findRecipient, filesOfTransfer, updateRecipient, ownerStatusOf, statusOf }
export { adoptAddress } from './adopt-address.ts'
export { downloadMail } from './emails.tsx'
export { tokenHash } from './link-token.ts'
export type { HeldFile, RecipientRow, TransferRow } from './queries.ts'
