import { extensionPath } from '@sampan/contract/paths'
import * as contract from '@sampan/contract/routes/extension'
import type { FastifyInstance } from 'fastify'
import { backToLink, isForm, type ShowFailure, takeForms } from '../../http/link-form.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { checkExtension, giveTime, readExtension } from './extend.ts'
import { requestTime } from './request-time.ts'

type Context = HttpContext & { showFailure: ShowFailure }

export async function extensionRoutes(app: FastifyInstance, context: Context, services: Services): Promise<void> {
  serveRoute(app, context, contract.readExtension, ({ params, actor }) => readExtension(services, actor, params.token))
  serveRoute(app, context, contract.giveTime, ({ params, actor }) => giveTime(services, actor, params.slug))
  await app.register(async (forms) => {
    takeForms(forms, context.showFailure, (request, reply, code) =>
      code === 'invalidInput' && request.url.startsWith('/api/') ? backToLink(request, reply, 'askedWrong') : null,
    )
    serveRoute(forms, context, contract.requestTime, async ({ params, query, body, actor, request, reply }) => {
      const answer = await requestTime(services, actor, { ...params, ...query }, body)
      if (isForm(request)) await backToLink(request, reply, 'asked')
      return answer
    })
    serveRoute(forms, context, contract.checkExtension, async ({ body, actor, request, reply }) => {
      const answer = await checkExtension(services, actor, body.token)
      // The page tells what its press has done.
      if (isForm(request)) await reply.redirect(extensionPath(body.token), 303)
      return answer
    })
  })
}
