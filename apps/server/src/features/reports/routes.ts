import { requestPath } from '@sampan/contract/paths'
import { reportTransfer as ofTransfer } from '@sampan/contract/routes/extension'
import { reportRequest as ofRequest } from '@sampan/contract/routes/request-page'
import type { FastifyInstance } from 'fastify'
import { backToLink, isForm, type ShowFailure, takeForms } from '../../http/link-form.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { reportRequest, reportTransfer } from './report.ts'

export async function reportRoutes(
  app: FastifyInstance,
  context: HttpContext & { showFailure: ShowFailure },
  services: Services,
): Promise<void> {
  await app.register(async (forms) => {
    takeForms(forms, context.showFailure, (request, reply, code) =>
      code === 'invalidInput' ? backToLink(request, reply, 'reportedWrong') : null,
    )
    serveRoute(forms, context, ofTransfer, async ({ params, query, body, actor, request, reply }) => {
      const answer = await reportTransfer(services, actor, { ...params, ...query }, body)
      if (isForm(request)) await backToLink(request, reply, 'reported')
      return answer
    })
  })
  await app.register(async (forms) => {
    takeForms(forms, context.showFailure, (request, reply, code) =>
      code === 'invalidInput' ? backToLink(request, reply, 'reportedWrong', requestPath) : null,
    )
    serveRoute(forms, context, ofRequest, async ({ params, query, body, actor, request, reply }) => {
      const answer = await reportRequest(services, actor, { ...params, ...query }, body)
      if (isForm(request)) await backToLink(request, reply, 'reported', requestPath)
      return answer
    })
  })
}
