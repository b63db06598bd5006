import { cookies, unlocksKept } from '@sampan/contract/cookies'
import * as contract from '@sampan/contract/routes/request-page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uncountedMeter } from '../../delivery/meter.ts'
import { sendBytes } from '../../delivery/send-bytes.ts'
import { submissionBytes } from '../../http/body-sizes.ts'
import { dropOldest, readCookie, setCookie } from '../../http/own-cookie.ts'
import { requestKeyOf } from '../../http/request-key.ts'
import { type HttpContext, type RouteRequest, readRequest as readHttp, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import type { UploadPurposes } from '../uploads/index.ts'
import { exampleBytes } from './example-bytes.ts'
import { readSubmission } from './read-submission.ts'
import { submitFiles } from './submit-files.ts'
import { commentRequest } from './suppliers.ts'
import { unlockRequest } from './unlock.ts'
import { viewPage } from './view-page.ts'
import { withdrawFile } from './withdraw-file.ts'

export function requestPageRoutes(app: FastifyInstance, context: HttpContext, services: Services & UploadPurposes): void {
  const { config } = services
  const linkOf = (request: FastifyRequest, { slug }: { slug: string }, { user }: { user?: string | undefined }) => ({
    slug,
    user,
    unlocked: readCookie(request, cookies.unlockRequest(slug), config),
  })
  serveRoute(app, context, contract.readRequestPage, async ({ params, query, actor, request, reply }) => {
    const { status, view } = await viewPage(services, actor, linkOf(request, params, query))
    await reply.code(status).header('cache-control', 'no-store').send(view)
    return view
  })
  serveRoute(app, context, contract.unlockRequest, async ({ params, query, body, actor, request, reply }) => {
    const { view, unlocked } = await unlockRequest(services, actor, linkOf(request, params, query), body.password)
    if (unlocked) {
      // With the new one no more than are kept.
      dropOldest(request, reply, cookies.unlockRequest('').name, unlocksKept - 1, config)
      setCookie(reply, cookies.unlockRequest(params.slug), unlocked, config)
    }
    return view
  })
  // Of a stranger it is small: fewer pictures of videos are among it.
  const submission = { bodyLimitBytes: submissionBytes }
  const submitted = ({ params, query, body, actor, request }: RouteRequest<typeof contract.submitFiles>) =>
    submitFiles(services, actor, linkOf(request, params, query), body)
  serveRoute(app, context, contract.submitFiles, submitted, submission)
  serveRoute(app, context, contract.readSubmission, ({ params, query, actor, request }) =>
    readSubmission(services, actor, linkOf(request, params, query), params.submissionId),
  )
  serveRoute(app, context, contract.withdrawFile, ({ params, query, actor, request }) =>
    withdrawFile(services, actor, linkOf(request, params, query), params.fileId),
  )
  serveRoute(app, context, contract.commentRequest, ({ params, query, body, actor, request, headers }) =>
    commentRequest(services, actor, linkOf(request, params, query), { ...body, requestKey: requestKeyOf({ headers }) }),
  )
  const example = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { params, query, actor } = await readHttp(context, contract.downloadExample, request, reply)
    const { what, mayGoOn } = await exampleBytes(services, actor, linkOf(request, params, query), params.documentId)
    // It belongs to whoever asks, and is no download of theirs that anybody counts.
    return sendBytes(services.metrics, request, reply, what, async () => uncountedMeter(mayGoOn))
  }
  // Each written out: an automatic HEAD would run the GET.
  app.route({ method: 'GET', url: contract.downloadExample.path, handler: example })
  app.route({ method: 'HEAD', url: contract.downloadExample.path, handler: example })
}
