/** What a sender does to the files of a transfer that was sent (T9). */
import * as contract from '@sampan/contract/routes/transfer-files'
import type { FastifyInstance } from 'fastify'
import { fileListBytes, idListBytes } from '../../http/body-sizes.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import type { UploadPurposes } from '../uploads/index.ts'
import { changeFiles } from './change-files.ts'
import { freeVersions, readVersions, restoreVersion } from './versions.ts'

export function fileRoutes(app: FastifyInstance, context: HttpContext, services: Services & UploadPurposes): void {
  serveRoute(
    app,
    context,
    contract.changeFiles,
    ({ actor, params, body }) => changeFiles(services, actor, { ...params, ...body }),
    { bodyLimitBytes: (actor) => fileListBytes(actor) + idListBytes() },
  )
  serveRoute(app, context, contract.readVersions, ({ actor, params }) => readVersions(services, actor, params.slug))
  serveRoute(app, context, contract.restoreVersion, ({ actor, params }) => restoreVersion(services, actor, params))
  serveRoute(app, context, contract.freeVersions, ({ actor, params }) => freeVersions(services, actor, params.slug))
}
