import { Readable } from 'node:stream'
import * as following from '@sampan/contract/routes/request-following'
import * as templates from '@sampan/contract/routes/request-templates'
import * as contract from '@sampan/contract/routes/requests'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uncountedMeter } from '../../delivery/meter.ts'
import { sendBytes } from '../../delivery/send-bytes.ts'
import { attachment } from '../../http/content-disposition.ts'
import { requestKeyOf } from '../../http/request-key.ts'
import { type HttpContext, readRequest as readHttp, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { noteTaken } from '../team-log/index.ts'
import type { UploadPurposes } from '../uploads/index.ts'
import { changeRequest } from './change-request.ts'
import { duplicateRequest } from './copy-request.ts'
import { createRequest } from './create-request.ts'
import { decideFiles } from './decide-files.ts'
import { deleteRequest, restoreRequest } from './delete-request.ts'
import { requestCsv, requestPdf } from './export-grid.ts'
import { listRequests } from './list-requests.ts'
import { listSuppliers } from './list-suppliers.ts'
import { readRequest } from './read-request.ts'
import { receivedAddress, receivedBy } from './received-address.ts'
import { representationOf } from './received-bytes.ts'
import { remindSuppliers } from './remind.ts'
import { addSuppliers, commentSupplier, discardBegun, removeSupplier } from './suppliers.ts'
import { deleteTemplate, listTemplates, saveTemplate } from './templates.ts'

const ok = { ok: true as const }

export function requestRoutes(app: FastifyInstance, context: HttpContext, services: Services & UploadPurposes): void {
  serveRoute(app, context, contract.createRequest, ({ actor, body, headers }) =>
    createRequest(services, actor, { ...body, requestKey: body.requestKey ?? requestKeyOf({ headers }) }),
  )
  serveRoute(app, context, contract.listRequests, ({ actor, query }) => listRequests(services, actor, query))
  serveRoute(app, context, contract.readFileRequest, ({ actor, params }) => readRequest(services, actor, params.slug))
  serveRoute(app, context, contract.changeRequest, ({ actor, params, body }) => changeRequest(services, actor, params.slug, body))
  serveRoute(app, context, contract.duplicateRequest, ({ actor, params, headers }) =>
    duplicateRequest(services, actor, params.slug, requestKeyOf({ headers })),
  )
  serveRoute(app, context, contract.deleteRequest, async ({ actor, params }) => {
    await deleteRequest(services, actor, params.slug)
    return ok
  })
  serveRoute(app, context, contract.restoreRequest, async ({ actor, params }) => {
    await restoreRequest(services, actor, params.slug)
    return ok
  })
  serveRoute(app, context, following.listSuppliers, ({ actor, params, query }) =>
    listSuppliers(services, actor, params.slug, query),
  )
  serveRoute(app, context, following.addSuppliers, ({ actor, params, body }) => addSuppliers(services, actor, params.slug, body))
  serveRoute(app, context, following.removeSupplier, async ({ actor, params }) => {
    await removeSupplier(services, actor, params.slug, params.supplierId)
    return ok
  })
  serveRoute(app, context, following.discardBegun, ({ actor, params }) => discardBegun(services, actor, params.slug))
  serveRoute(app, context, following.remindSuppliers, ({ actor, params, body, headers }) =>
    remindSuppliers(services, actor, params.slug, { ...body, requestKey: requestKeyOf({ headers }) }),
  )
  serveRoute(app, context, following.decideFiles, ({ actor, params, body }) => decideFiles(services, actor, params.slug, body))
  serveRoute(app, context, following.commentSupplier, ({ actor, params, body, headers }) =>
    commentSupplier(services, actor, { ...params, ...body, requestKey: requestKeyOf({ headers }) }),
  )
  serveRoute(app, context, following.receivedAddress, ({ actor, params, body }) =>
    receivedAddress(services, actor, { ...params, ...body }),
  )
  serveRoute(app, context, following.exportRequest, async ({ actor, params, query, reply }) => {
    const { slug } = params
    const isPdf = query.format === 'pdf'
    const name = `request-${slug}.${query.format}`
    const bytes = isPdf ? await requestPdf(services, actor, slug) : Readable.from(await requestCsv(services, actor, slug))
    await noteTaken(services, actor, 'exported', name)
    const headers = {
      'cache-control': 'private, no-store',
      'content-type': isPdf ? 'application/pdf' : 'text/csv; charset=utf-8',
      'content-disposition': attachment(name, 'request'),
    }
    await reply.headers(headers).send(bytes)
  })
  serveRoute(app, context, templates.listTemplates, ({ actor }) => listTemplates(services, actor))
  serveRoute(app, context, templates.saveTemplate, ({ actor, body }) => saveTemplate(services, actor, body))
  serveRoute(app, context, templates.deleteTemplate, async ({ actor, params }) => {
    await deleteTemplate(services, actor, params.templateId)
    return ok
  })
  serveReceived(app, context, services)
}

/** GET and HEAD, each written out: an automatic HEAD would run the GET. */
function serveReceived(app: FastifyInstance, context: HttpContext, services: Services): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { params } = await readHttp(context, following.downloadReceived, request, reply)
    // What a requester reads of its own is no download that anybody counts.
    const { received, mayGoOn } = await receivedBy({ ...services, recentIdentityOf: context.recentIdentityOf }, params.token)
    const what = await representationOf(services, received)
    return sendBytes(services.metrics, request, reply, what, async () => uncountedMeter(mayGoOn))
  }
  app.route({ method: 'GET', url: following.downloadReceived.path, handler: answer })
  app.route({ method: 'HEAD', url: following.downloadReceived.path, handler: answer })
}
