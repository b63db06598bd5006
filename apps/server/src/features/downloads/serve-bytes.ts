/** Routes whose reply is bytes of a link, with Range and HEAD. */
import { Problem } from '@sampan/contract/errors'
import { downloadPath } from '@sampan/contract/paths'
import type { downloadFile, downloadZip, previewFile } from '@sampan/contract/routes/downloads'
import type { Route } from '@sampan/contract/routes/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Meter } from '../../delivery/meter.ts'
import type { Representation } from '../../delivery/representation.ts'
import { sendBytes } from '../../delivery/send-bytes.ts'
import type { Actor } from '../../http/actor.ts'
import { replyWithError } from '../../http/error-reply.ts'
import { asksForPage, type ShowFailure } from '../../http/link-form.ts'
import { isNamedRobot } from '../../http/robots.ts'
import { type HttpContext, type RouteRequest, readRequest } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { type Link, resolveOpenLink } from './resolve-link.ts'

type BytesRoute = typeof downloadFile | typeof downloadZip | typeof previewFile
type Found = { what: Representation; meter: () => Promise<Meter> }

/** GET and HEAD, each written out: an automatic HEAD would run the GET. */
export function serveBytes<R extends BytesRoute & Route>(
  app: FastifyInstance,
  context: HttpContext & { showFailure: ShowFailure },
  services: Services,
  route: R,
  find: (asked: RouteRequest<R> & { link: Link }) => Promise<Found>,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const asked = (await readRequest(context, route as Route, request, reply)) as unknown as RouteRequest<R> & {
      params: { slug: string }
      query: { user?: string; dl?: string }
      actor: Actor
    }
    // Nobody would have had them, so they do not leave: a browser that fetched ahead asks again when they are wanted (D11).
    if (request.method === 'GET' && (asked.actor.isPrefetch || isNamedRobot(asked.actor.userAgent)))
      throw new Problem('forPeopleOnly')
    const link = await resolveOpenLink(services, asked.actor, { ...asked.params, ...asked.query })
    if (link.state === 'limitReached' && !link.downloadId && !link.recipient && !link.isOwn)
      throw new Problem('downloadLimitReached')
    const { what, meter } = await find({ ...asked, link })
    return sendBytes(services.metrics, request, reply, what, meter)
  }
  // What is not had leaves nothing in the folder of downloads: whoever was led there reads why, and programs get the error.
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    reply.header('vary', 'Accept')
    if (!asksForPage(request)) return replyWithError(error, request, reply)
    const { slug } = request.params as { slug: string }
    const { user } = request.query as { user?: string }
    return context.showFailure(error, request, reply, downloadPath(slug, user && encodeURIComponent(user)))
  }
  app.route({ method: 'GET', url: route.path, handler: answer, errorHandler })
  app.route({ method: 'HEAD', url: route.path, handler: answer, errorHandler })
}
