/** Transfers: publishing, their mails, and what the download side reads of them. */
import { quicksend2, sendTransferEmail as sendRoute } from '@sampan/contract/routes/transfers'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { transferJobs } from './jobs.ts'
import { sendTransferEmail } from './mail-states.ts'
import { publishTransfer } from './publish-transfer.ts'
import { filesOfTransfer, findRecipient, findTransfer, updateRecipient } from './queries.ts'

const bodyLimitBytes = 4 * 1024 * 1024

function transferRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, quicksend2, ({ actor, body }) => publishTransfer(services, actor, body), { bodyLimitBytes })
  serveRoute(app, context, sendRoute, ({ actor, body }) => sendTransferEmail(services, actor, body._id))
}

export const transferFeature = { routes: transferRoutes, jobs: transferJobs }
/** What others may ask about a transfer. */
export const transferReads = { findTransfer, findRecipient, filesOfTransfer, updateRecipient }
export { downloadMail } from './emails.tsx'
export { tokenHash } from './link-token.ts'
export type { HeldFile, RecipientRow, TransferRow } from './queries.ts'
