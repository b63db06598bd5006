import * as contract from '@sampan/contract/routes/domains'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import { addDomain, askDomain, checkDomain, type DomainDeps, readDomains, removeDomain } from './domains.ts'

export function domainRoutes(app: FastifyInstance, context: HttpContext, services: DomainDeps): void {
  serveRoute(app, context, contract.readDomains, ({ actor }) => readDomains(services, actor))
  serveRoute(app, context, contract.addDomain, ({ actor, body }) => addDomain(services, actor, body.host))
  serveRoute(app, context, contract.checkDomain, ({ actor, params }) => checkDomain(services, actor, params.host))
  serveRoute(app, context, contract.removeDomain, ({ actor, params }) => removeDomain(services, actor, params.host))
  serveRoute(app, context, contract.askDomain, ({ query }) => askDomain(services, query.domain))
}
