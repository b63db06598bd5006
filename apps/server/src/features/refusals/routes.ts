import { unsubscribePath } from '@sampan/contract/paths'
import * as contract from '@sampan/contract/routes/refusals'
import type { FastifyInstance } from 'fastify'
import { isForm, type ShowFailure, takeForms } from '../../http/link-form.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { readRefusal, refuseMail } from './refuse.ts'

type Context = HttpContext & { showFailure: ShowFailure }

export async function refusalRoutes(app: FastifyInstance, context: Context, services: Services): Promise<void> {
  serveRoute(app, context, contract.readRefusal, ({ params }) => readRefusal(services, params.token))
  await app.register(async (forms) => {
    takeForms(forms, context.showFailure, () => null)
    // Mail programs may post in this form; they all say the same, so nothing has to be read.
    forms.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, _body, done) => done(null, {}))
    serveRoute(forms, context, contract.refuseMail, async ({ params, body, request, reply }) => {
      const answer = await refuseMail(services, params.token, body)
      // Only the page names a scope: a mail program is led nowhere (RFC 8058).
      if (isForm(request) && body.scope) await reply.redirect(unsubscribePath(params.token), 303)
      return answer
    })
  })
}
