import { noticesPath } from '@sampan/contract/paths'
import * as contract from '@sampan/contract/routes/notices'
import type { FastifyInstance } from 'fastify'
import { isForm, type ShowFailure, takeForms } from '../../http/link-form.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { proveNotices, readNotices, resendNoticeProof } from './notice-address.ts'

type Context = HttpContext & { showFailure: ShowFailure }

export async function noticeRoutes(app: FastifyInstance, context: Context, services: Services): Promise<void> {
  serveRoute(app, context, contract.readNotices, ({ params }) => readNotices(services, params.token))
  serveRoute(app, context, contract.resendNoticeProof, ({ actor, params }) => resendNoticeProof(services, actor, params.slug))
  await app.register(async (forms) => {
    takeForms(forms, context.showFailure, () => null)
    serveRoute(forms, context, contract.proveNotices, async ({ params, request, reply }) => {
      const answer = await proveNotices(services, params.token)
      if (isForm(request)) await reply.redirect(noticesPath(params.token), 303)
      return answer
    })
  })
}
