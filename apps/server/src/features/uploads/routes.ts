import { confirmPart as confirmRoute, giveTargets as giveRoute } from '@sampan/contract/routes/direct-parts'
import {
  addFiles as addRoute,
  createUpload as createRoute,
  deleteUnfinished as deleteUnfinishedRoute,
  discardUpload as discardRoute,
  listUnfinished as listUnfinishedRoute,
  putPart,
  readUpload as readRoute,
  removeFiles as removeManyRoute,
  removeFile as removeRoute,
  stsAuth,
} from '@sampan/contract/routes/uploads'
import type { FastifyInstance } from 'fastify'
import { fileListBytes, idListBytes } from '../../http/body-sizes.ts'
import { readCookie } from '../../http/own-cookie.ts'
import { requestKeyOf } from '../../http/request-key.ts'
import { type HttpContext, readRequest, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { makeBackgroundFlush } from './background-flush.ts'
import { addFiles, discardUpload, removeFiles } from './change-upload.ts'
import { createUpload } from './create-upload.ts'
import { confirmPart, giveTargets } from './direct-part.ts'
import { giveTicket } from './give-ticket.ts'
import { makeGivenPlaces } from './given-places.ts'
import { makePartOrder } from './part-order.ts'
import type { UploadPurposes } from './purpose.ts'
import { readUpload } from './read-upload.ts'
import { type PartDeps, receivePart } from './receive-part.ts'
import { makePartRecorder } from './record-parts.ts'
import { deleteUnfinished, listUnfinished } from './unfinished.ts'
import { makeWriteTargets } from './write-targets.ts'

const silenceMs = 60_000

export async function uploadRoutes(
  app: FastifyInstance,
  context: HttpContext,
  services: Services & UploadPurposes,
): Promise<void> {
  serveRoute(app, context, stsAuth, ({ actor, body, request }) =>
    giveTicket(services, actor, { ...body, cookie: (of) => readCookie(request, of, services.config) }),
  )
  const fileList = { bodyLimitBytes: fileListBytes }
  serveRoute(
    app,
    context,
    createRoute,
    ({ ticket, actor, body, headers }) =>
      createUpload(services, ticket, actor, { ...body, requestKey: requestKeyOf({ headers }) }),
    fileList,
  )
  serveRoute(
    app,
    context,
    addRoute,
    ({ ticket, actor, params, body, headers }) =>
      addFiles(services, ticket, actor, { ...params, ...body, requestKey: requestKeyOf({ headers }) }),
    fileList,
  )
  serveRoute(app, context, readRoute, ({ ticket, params }) => readUpload(services, ticket, params.uploadId))
  serveRoute(app, context, removeRoute, ({ ticket, params }) => removeFiles(services, ticket, params.uploadId, [params.fileId]))
  serveRoute(
    app,
    context,
    removeManyRoute,
    ({ ticket, params, body }) => removeFiles(services, ticket, params.uploadId, body.fileIds),
    { bodyLimitBytes: idListBytes },
  )
  serveRoute(app, context, discardRoute, ({ ticket, params }) => discardUpload(services, ticket, params.uploadId))
  serveRoute(app, context, listUnfinishedRoute, ({ actor }) => listUnfinished(services, actor))
  serveRoute(app, context, deleteUnfinishedRoute, async ({ actor, params }) => {
    await deleteUnfinished(services, actor, params.uploadId)
    return { ok: true as const }
  })
  const parts = {
    ...services,
    record: makePartRecorder(services),
    targets: makeWriteTargets(),
    flushAhead: makeBackgroundFlush(services),
    given: makeGivenPlaces(services),
    takePlace: makePartOrder(services.db),
  }
  serveRoute(app, context, giveRoute, ({ ticket, actor, params, body }) =>
    giveTargets(parts, ticket, actor, { ...params, ...body }),
  )
  serveRoute(app, context, confirmRoute, ({ ticket, actor, params, body }) =>
    confirmPart(parts, ticket, actor, { ...params, ...body }),
  )
  await app.register(async (raw) => partRoute(raw, context, parts))
}

/** The socket's stream goes straight to the act: no parser, no buffer; the length is guarded by the storage. */
async function partRoute(
  raw: FastifyInstance,
  context: HttpContext,
  deps: PartDeps & { takePlace: () => Promise<number> },
): Promise<void> {
  raw.removeAllContentTypeParsers()
  raw.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  raw.put(putPart.path, async (request, reply) => {
    const { ticket, actor, params, query, headers } = await readRequest(context, putPart, request, reply)
    // Asked for now, needed at the end: of two requests for the same place the one that was accepted later wins.
    const accepted = deps.takePlace()
    accepted.catch(() => {})
    request.raw.socket.setTimeout(silenceMs)
    const length = /^\d{1,15}$/.test(request.headers['content-length'] ?? '') ? Number(request.headers['content-length']) : null
    await receivePart(deps, ticket, actor, {
      ...params,
      offset: query.offset,
      length,
      accepted,
      crc32: headers['X-Part-Crc32'],
      source: request.raw,
    })
    return reply.code(204).send()
  })
}
