import { cookies, unlocksKept } from '@sampan/contract/cookies'
import { Problem } from '@sampan/contract/errors'
import { downloadPath, zipPagePath, zipPath } from '@sampan/contract/paths'
import * as contract from '@sampan/contract/routes/downloads'
import type { Route } from '@sampan/contract/routes/route'
import { fileKindOf } from '@sampan/contract/rules/file-kind'
import { baseName } from '@sampan/contract/rules/file-path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDamage } from '../../adapters/storage/storage.ts'
import type { Actor } from '../../http/actor.ts'
import { logProblem, replyWithError } from '../../http/error-reply.ts'
import { readForms } from '../../http/form-body.ts'
import { dropOldest, readCookie, setCookie } from '../../http/own-cookie.ts'
import { RateLimited } from '../../http/rate-limit.ts'
import { type Asked, type HttpContext, readRequest, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { makeMeters, type Scope } from './count-download.ts'
import { filesOf, openFiles } from './files-of-link.ts'
import { fileRepresentation, zipRepresentation } from './representations.ts'
import { type Link, resolveOpenLink } from './resolve-link.ts'
import { filesOfZip, selectFiles, zipAddress } from './selections.ts'
import { type Representation, sendBytes } from './send-bytes.ts'
import { unlockTransfer } from './unlock.ts'
import { viewArrival, viewTransfer } from './view-transfer.ts'

const isForm = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')

type FormQuery = { user?: string | undefined; start?: string | undefined }
/** Where a form of a link's page came from. */
const pageOf = (slug: string, { user, start }: FormQuery): string =>
  start === 'zip' && user ? zipPagePath(slug, encodeURIComponent(user)) : downloadPath(slug, user)

type Context = HttpContext & { showFailure: (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown }

export async function downloadRoutes(app: FastifyInstance, context: Context, services: Services): Promise<void> {
  serveRoute(app, context, contract.readTransfer, async ({ params, query, actor, request, reply }) => {
    const unlocked = readCookie(request, cookies.unlock(params.slug), services.config)
    const { status, view } = await viewTransfer(services, { ...params, ...query, unlocked, actor })
    // Each state is an answer with a view, and tells its status as the page does.
    await reply.code(status).header('cache-control', 'no-store').send(view)
    return view
  })
  serveRoute(app, context, contract.readArrival, ({ params, query, actor, reply }) => {
    reply.header('cache-control', 'no-store')
    return viewArrival(services, { ...params, ...query, actor })
  })
  serveRoute(app, context, contract.zip, ({ actor, body }) => zipAddress(services, actor, body))
  await app.register(async (forms) => {
    readForms(forms)
    // A form has no script to show an error: it leads back to the page, which tells the state of the link and a wrong password, or to one that says when to come back.
    forms.setErrorHandler((error, request, reply) => {
      const { slug } = request.params as { slug: string }
      if (!isForm(request)) return replyWithError(error, request, reply)
      if (error instanceof RateLimited) return context.showFailure(error, request, reply)
      const { code } = logProblem(error, request, reply)
      return reply.redirect(`${pageOf(slug, request.query as FormQuery)}${code === 'passwordWrong' ? '?wrong=1' : ''}`, 303)
    })
    serveRoute(forms, context, contract.unlockTransfer, async ({ params, query, body, actor, request, reply }) => {
      const view = await unlockTransfer(services, actor, { ...params, ...query }, body.password)
      if (view.dl) {
        // With the new one no more than are kept.
        dropOldest(request, reply, cookies.unlock('').name, unlocksKept - 1, services.config)
        setCookie(reply, cookies.unlock(params.slug), view.dl, services.config)
      }
      if (isForm(request))
        await reply.code(303).redirect(`${pageOf(params.slug, query)}?dl=${encodeURIComponent(view.dl ?? '')}`, 303)
      return view
    })
    serveRoute(forms, context, contract.selectFiles, async ({ params, query, body, actor, request, reply }) => {
      const { selection } = await selectFiles(services, actor, { ...params, ...query }, body.fileIds)
      if (isForm(request))
        await reply.redirect(
          zipPath(params.slug, { ...(query.user && { user: query.user }), ...(query.dl && { dl: query.dl }), selection }),
          303,
        )
      return { selection }
    })
  })
  const meters = makeMeters(services)
  // The last try: what is not counted then never is.
  app.addHook('onClose', () => meters.settle().catch(() => {}))
  serveBytes(app, context, { ...services, ...meters }, contract.downloadFile, async ({ params, link }) => {
    const [file] = await filesOf(services, link, [params.fileId])
    if (!file || file.path.endsWith('/')) throw new Problem('transferUnknown')
    const { files, open } = await openFiles(services, link, [file])
    return {
      what: fileRepresentation(open, link, files[0]!),
      scope: `file:${file.id}`,
      fileCount: 1,
      version: link.transfer.version,
      fileKind: fileKindOf(file.path),
      fileName: baseName(file.path),
    }
  })
  serveBytes(app, context, { ...services, ...meters }, contract.downloadZip, async ({ query, link }) => {
    const { files: asked, state, ...scope } = await filesOfZip(services, link, 'selection' in query ? query.selection : undefined)
    // Refused whole: a zip that breaks off at that file would be of no use, and one without it would say that it is all.
    const { files, open } = await openFiles(services, link, asked)
    return { what: zipRepresentation(open, link, files, state), version: state.version, ...scope }
  })
}

type BytesRoute = typeof contract.downloadFile | typeof contract.downloadZip
type Found = { what: Representation } & Omit<Scope, 'sizeBytes'>

/** GET and HEAD, each written out: an automatic HEAD would run the GET. */
function serveBytes<R extends BytesRoute & Route>(
  app: FastifyInstance,
  context: HttpContext,
  services: Services & Pick<ReturnType<typeof makeMeters>, 'meter'>,
  route: R,
  find: (asked: Asked<R> & { link: Link }) => Promise<Found>,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const asked = (await readRequest(context, route as Route, request, reply)) as unknown as Asked<R> & {
      params: { slug: string }
      query: { user?: string; dl?: string }
      actor: Actor
    }
    const link = await resolveOpenLink(services, asked.actor, { ...asked.params, ...asked.query })
    if (link.state === 'limitReached' && !link.downloadId && !link.recipient) throw new Problem('downloadLimitReached')
    const { what, ...scope } = await find({ ...asked, link })
    try {
      return await sendBytes(services.metrics, request, reply, what, () =>
        services.meter(link, asked.actor, { ...scope, sizeBytes: what.size }),
      )
    } catch (error) {
      if (!isDamage(error)) throw error
      services.metrics.count('unreadableReads')
      request.log.error({ err: error, requestId: request.id }, 'stored bytes cannot be read')
      throw new Problem('fileUnreadable')
    }
  }
  app.route({ method: 'GET', url: route.path, handler: answer })
  app.route({ method: 'HEAD', url: route.path, handler: answer })
}
