import * as contract from '@sampan/contract/routes/domains'
import * as senders from '@sampan/contract/routes/sender-domains'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import { addDomain, askDomain, checkDomain, type DomainDeps, readDomains, removeDomain } from './domains.ts'
import { checkSender, readSender, removeSender, renewKey, setSender } from './sender-domains.ts'

export function domainRoutes(app: FastifyInstance, context: HttpContext, services: DomainDeps): void {
  serveRoute(app, context, contract.readDomains, ({ actor }) => readDomains(services, actor))
  serveRoute(app, context, contract.addDomain, ({ actor, body }) => addDomain(services, actor, body.host))
  serveRoute(app, context, contract.checkDomain, ({ actor, params }) => checkDomain(services, actor, params.host))
  serveRoute(app, context, contract.removeDomain, ({ actor, params }) => removeDomain(services, actor, params.host))
  serveRoute(app, context, contract.askDomain, ({ query }) => askDomain(services, query.domain))
  serveRoute(app, context, senders.readSenderDomain, ({ actor }) => readSender(services, actor))
  serveRoute(app, context, senders.setSenderDomain, ({ actor, body }) => setSender(services, actor, body))
  serveRoute(app, context, senders.checkSenderDomain, ({ actor }) => checkSender(services, actor))
  serveRoute(app, context, senders.renewSenderKey, ({ actor }) => renewKey(services, actor))
  serveRoute(app, context, senders.removeSenderDomain, ({ actor }) => removeSender(services, actor))
}
