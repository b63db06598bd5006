import * as contract from '@sampan/contract/routes/site'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { countRead, listReads } from './articles.ts'
import { listIdeas, setVote } from './roadmap.ts'

export function siteRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.increment, ({ actor, body }) => countRead(services, actor, body))
  serveRoute(app, context, contract.readArticles, () => listReads(services.db))
  serveRoute(app, context, contract.readRoadmap, ({ actor }) => listIdeas(services.db, actor))
  serveRoute(app, context, contract.voteForIdea, ({ actor, params }) => setVote(services, actor, params.idea, true))
  serveRoute(app, context, contract.takeVoteBack, ({ actor, params }) => setVote(services, actor, params.idea, false))
}
