import { cookies, unlocksKept } from '@sampan/contract/cookies'
import { Problem } from '@sampan/contract/errors'
import { downloadPath, zipPagePath, zipPath } from '@sampan/contract/paths'
import * as contract from '@sampan/contract/routes/downloads'
import { fileKindOf } from '@sampan/contract/rules/file-kind'
import { baseName } from '@sampan/contract/rules/file-path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ofFile } from '../../db/download-scope.ts'
import { uncountedMeter } from '../../delivery/meter.ts'
import type { Actor } from '../../http/actor.ts'
import { logProblem, replyWithError } from '../../http/error-reply.ts'
import { readForms } from '../../http/form-body.ts'
import type { ShowFailure } from '../../http/link-form.ts'
import { dropOldest, readCookie, setCookie } from '../../http/own-cookie.ts'
import { RateLimited } from '../../http/rate-limit.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import { sessionOwnerOf } from '../../http/who-asks.ts'
import type { Services } from '../../services.ts'
import { makeMeters, mayReadOn, type Scope } from './count-download.ts'
import { openFile, openFiles } from './files-of-link.ts'
import { steppedId } from './id-of-link.ts'
import { findPreview } from './preview-file.ts'
import { fileOfTransfer, zipOfTransfer } from './representations.ts'
import type { Link } from './resolve-link.ts'
import { scannerMeter } from './scanner-meter.ts'
import { filesOfZip, selectFiles, zipAddress } from './selections.ts'
import { serveBytes } from './serve-bytes.ts'
import { startDownload } from './start-download.ts'
import { unlockTransfer } from './unlock.ts'
import { viewArrival, viewTransfer } from './view-transfer.ts'

const isForm = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')

type FormQuery = { user?: string | undefined; start?: string | undefined }
/** Where a form of a link's page came from. */
const pageOf = (slug: string, { user, start }: FormQuery): string =>
  start === 'zip' && user ? zipPagePath(slug, encodeURIComponent(user)) : downloadPath(slug, user)

type Context = HttpContext & { showFailure: ShowFailure }

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
      if (error instanceof RateLimited || (error instanceof Problem && error.code === 'tooManySelections'))
        return context.showFailure(error, request, reply)
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
      const { selection, link } = await selectFiles(services, actor, { ...params, ...query }, body.fileIds)
      const given = { ...(query.user && { user: query.user }), dl: steppedId(services, link), selection }
      if (isForm(request)) await reply.redirect(zipPath(params.slug, given), 303)
      return { selection }
    })
    serveRoute(forms, context, contract.startDownload, async ({ params, query, body, actor, request, reply }) => {
      const started = await startDownload(services, actor, { ...params, ...query }, body)
      if (isForm(request)) await reply.redirect(started.url, 303)
      return started
    })
  })
  const meters = makeMeters(services)
  /** A sender's own counts nowhere, and ends with the session. */
  const ownMeter = (link: Link, request: FastifyRequest, what: Scope) =>
    uncountedMeter(
      async () => (await sessionOwnerOf(context, request)) === link.transfer.ownerId && (await mayReadOn(services, link, what)),
    )
  const meterOf = async (link: Link, { actor, request }: { actor: Actor; request: FastifyRequest }, what: Scope) => {
    if (link.isOwn) return ownMeter(link, request, what)
    return (await scannerMeter(services, link, actor, what)) ?? meters.meter(link, actor, what)
  }
  // The last try: what is not counted then never is.
  app.addHook('onClose', () => meters.settle().catch(() => {}))
  serveBytes(app, context, services, contract.downloadFile, async ({ params, actor, request, link }) => {
    const { file, open } = await openFile(services, link, params.fileId)
    const what = fileOfTransfer(open, link, file)
    const scope = {
      scope: ofFile(file.id),
      fileCount: 1,
      version: link.transfer.version,
      fileKind: fileKindOf(file.path),
      fileName: baseName(file.path),
      sizeBytes: what.size,
    }
    return { what, meter: () => meterOf(link, { actor, request }, scope) }
  })
  serveBytes(app, context, services, contract.previewFile, (asked) => findPreview(services, asked))
  serveBytes(app, context, services, contract.downloadZip, async ({ query, actor, request, link }) => {
    const { files: asked, state, ...scope } = await filesOfZip(services, link, 'selection' in query ? query.selection : undefined)
    // Refused whole: a zip that breaks off at that file would be of no use, and one without it would say that it is all.
    const { files, open } = await openFiles(services, link, asked)
    const what = zipOfTransfer(open, link, files, state)
    const whole = { ...scope, version: state.version, sizeBytes: what.size }
    return { what, meter: () => meterOf(link, { actor, request }, whole) }
  })
}
