/** One transfer of the caller's own: read whole, changed, and many at once (T2, T9). Each change of its people answers what is shown then. */
import * as detail from '@sampan/contract/routes/transfer-detail'
import type { FastifyInstance } from 'fastify'
import type { SignedIn } from '../../http/actor.ts'
import { recipientListBytes } from '../../http/body-sizes.ts'
import { requestKeyOf } from '../../http/request-key.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { bulkTransfers } from './bulk-transfers.ts'
import { changeTransfer } from './change-transfer.ts'
import { requireOwnId } from './own-id.ts'
import * as people from './own-recipients.ts'
import { getDownloads, readDetail, readTimeline } from './read-detail.ts'

export function detailRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  const afterwards = async (actor: SignedIn, slug: string, act: Promise<void>) => {
    await act
    return readDetail(services, actor, slug)
  }
  serveRoute(app, context, detail.readDetail, ({ actor, params }) => readDetail(services, actor, params.slug))
  serveRoute(app, context, detail.readTimeline, ({ actor, params, query }) => readTimeline(services, actor, params.slug, query))
  serveRoute(app, context, detail.getDownloads, async ({ actor, body }) => {
    requireOwnId(actor, body.userid)
    return getDownloads(services, actor, body.slug)
  })
  serveRoute(app, context, detail.editTransfer, ({ actor, params, body }) => changeTransfer(services, actor, params.slug, body))
  serveRoute(
    app,
    context,
    detail.addRecipients,
    ({ actor, params: { slug }, body }) => afterwards(actor, slug, people.addRecipients(services, actor, slug, body.emailTo)),
    { bodyLimitBytes: recipientListBytes },
  )
  serveRoute(app, context, detail.correctRecipient, ({ actor, params, body }) =>
    afterwards(actor, params.slug, people.correctRecipient(services, actor, { ...params, ...body })),
  )
  serveRoute(app, context, detail.removeRecipient, ({ actor, params }) =>
    afterwards(actor, params.slug, people.removeRecipient(services, actor, params)),
  )
  serveRoute(app, context, detail.mailRecipient, ({ actor, params, body, headers }) =>
    afterwards(
      actor,
      params.slug,
      people.mailRecipient(services, actor, { ...params, ...body, requestKey: requestKeyOf({ headers }) }),
    ),
  )
  serveRoute(app, context, detail.bulkTransfers, ({ actor, body }) => bulkTransfers(services, actor, body))
}
