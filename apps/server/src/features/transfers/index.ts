/** Transfers: publishing, their mails, and what the download side reads of them. */
import { folderSize as folderSizeRoute } from '@sampan/contract/routes/accounts'
import * as dashboard from '@sampan/contract/routes/dashboard'
import { quicksend2, sendTransferEmail as sendRoute, takeBack as takeBackRoute } from '@sampan/contract/routes/transfers'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import type { UploadHooks } from '../uploads/index.ts'
import { readBounceAddress } from './bounce-address.ts'
import { bringBack } from './bring-back.ts'
import { copyLink } from './copy-link.ts'
import { deleteTransfer } from './delete-transfer.ts'
import { eraseOwned } from './erase-owned.ts'
import { queueMails } from './finish-transfer.ts'
import { folderSize } from './folder-size.ts'
import { reopenedJob } from './job-names.ts'
import { transferJobs } from './jobs.ts'
import { linkFor } from './link-for.ts'
import { listTransfers } from './list-transfers.ts'
import { noteBounce, noteDelay } from './mail-recipient.ts'
import { sendTransferEmail } from './mail-states.ts'
import { viewManaged } from './managed-view.ts'
import { requireOwnId, requireOwnTeam } from './own-id.ts'
import { publishTransfer } from './publish-transfer.ts'
import { filesOfTransfer, findRecipient, findTransfer, markOpened, updateRecipient } from './queries.ts'
import { filesAtVersion, filesOfLink, linkRow } from './queries-link.ts'
import { requireOwn } from './read-detail.ts'
import { restoreTransfer } from './restore-transfer.ts'
import { forwardRoutes, manageRoutes } from './routes.ts'
import { detailRoutes } from './routes-detail.ts'
import { fileRoutes } from './routes-files.ts'
import { scanTold } from './scan-told.ts'
import { senderOf } from './sender-of.ts'
import { takeBack } from './take-back.ts'
import { mayExtend, refusedTime, requireActive, statusOf } from './transfer-status.ts'

const bodyLimitBytes = 4 * 1024 * 1024

function transferRoutes(app: FastifyInstance, context: HttpContext, services: Services & UploadHooks): void {
  serveRoute(app, context, quicksend2, ({ actor, body }) => publishTransfer(services, actor, body), { bodyLimitBytes })
  serveRoute(app, context, takeBackRoute, ({ actor, body }) => takeBack(services, actor, body.slug))
  serveRoute(app, context, sendRoute, ({ actor, body }) => sendTransferEmail(services, actor, body._id))
  dashboardRoutes(app, context, services)
  manageRoutes(app, context, services)
  forwardRoutes(app, context, services)
  fileRoutes(app, context, services)
  detailRoutes(app, context, services)
}

function dashboardRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, dashboard.getQs, async ({ actor, query, headers }) => {
    requireOwnId(actor, query.userid)
    requireOwnTeam(actor, headers.isTeam)
    return listTransfers(services, actor, query)
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

export const transferFeature = { routes: transferRoutes, jobs: transferJobs, eraseOwned, bringBack, queueMails, reopenedJob }
/** What others may ask about a transfer. */
export const transferReads = {
  linkRow,
  filesOfLink,
  filesAtVersion,
  findTransfer,
  findRecipient,
  filesOfTransfer,
  updateRecipient,
  markOpened,
  noteBounce,
  noteDelay,
  readBounceAddress,
  statusOf,
  mayExtend,
  refusedTime,
  requireActive,
  requireOwn,
  senderOf,
  linkFor,
  viewManaged,
  scanTold,
}
export { adoptAddress } from './adopt-address.ts'
export { addVersion, versionPurpose } from './change-files.ts'
export { downloadMail } from './emails.tsx'
export { activateTransfer } from './finish-transfer.ts'
export { tokenHash } from './link-token.ts'
export type { HeldFile, RecipientRow, TransferRow } from './queries.ts'
export type { LinkRow } from './queries-link.ts'
