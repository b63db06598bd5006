import * as contract from '@sampan/contract/routes/licences'
import type { FastifyInstance } from 'fastify'
import { requestKeyOf } from '../../http/request-key.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { activateLicences, readLicences } from './activate-licences.ts'

export function licenceRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.readLicences, async ({ actor }) => ({
    licences: await readLicences(services.db, actor.ownerId),
    role: actor.role,
    status: actor.status,
  }))
  serveRoute(app, context, contract.upgradeAppSumo, ({ actor, body, headers }) => {
    return activateLicences(services, actor, { ...body, requestKey: requestKeyOf({ headers }) })
  })
}
