import { changelog } from '@sampan/contract/routes/feedback'
import { readChangelog } from '@sampan/contract/rules/changelog'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'

export function newsRoutes(app: FastifyInstance, context: HttpContext, { content }: Pick<Services, 'content'>): void {
  serveRoute(app, context, changelog, async ({ actor }) => ({
    entries: readChangelog((await content.read('changelog', actor.language)) ?? ''),
  }))
}
