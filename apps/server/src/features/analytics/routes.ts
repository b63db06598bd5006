import { Readable } from 'node:stream'
import * as contract from '@sampan/contract/routes/analytics'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { noteTaken } from '../team-log/index.ts'
import { csvOf } from './csv.ts'
import { askedBy, readAnalytics } from './read-analytics.ts'
import { listTopRecipients, listTopTransfers } from './top-lists.ts'

export function analyticsRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.readAnalytics, ({ actor, query }) => readAnalytics(services, actor, query))
  serveRoute(app, context, contract.readTopTransfers, ({ actor, query }) => listTopTransfers(services, actor, query))
  serveRoute(app, context, contract.readTopRecipients, ({ actor, query }) => listTopRecipients(services, actor, query))
  serveRoute(app, context, contract.analyticsCsv, async ({ actor, query: { list, ...query }, reply }) => {
    const name = `${list}-${query.from}-${query.to}${query.country ? `-${query.country}` : ''}.csv`
    const table = csvOf(services, actor, askedBy(actor, query), list)
    await noteTaken(services, actor, 'exported', name)
    reply.headers({
      'cache-control': 'private, no-store',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    })
    await reply.send(Readable.from(table))
  })
}
