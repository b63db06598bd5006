import * as contract from '@sampan/contract/routes/licences'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { activateLicences, readLicences } from './activate-licences.ts'

export function licenceRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.readLicences, async ({ actor }) => ({
    licences: await readLicences(services.db, actor.ownerId),
    role: actor.role,
    status: actor.status,
  }))
  serveRoute(app, context, contract.upgradeAppSumo, ({ actor, body, request }) => {
    const requestKey = request.headers['idempotency-key']?.toString().slice(0, 200)
    return activateLicences(services, actor, { ...body, requestKey })
  })
}
