import { Readable } from 'node:stream'
import { exportTeamLog, readTeamLog } from '@sampan/contract/routes/team-log'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { noteTaken } from './note-act.ts'
import { logCsv, readLog } from './read-log.ts'

const name = 'team-log.csv'

export function teamLogRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, readTeamLog, ({ actor, query }) => readLog(services, actor, query))
  serveRoute(app, context, exportTeamLog, async ({ actor, query, reply }) => {
    await noteTaken(services, actor, 'exported', name)
    reply.headers({
      'cache-control': 'private, no-store',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    })
    await reply.send(Readable.from(await logCsv(services, actor, query)))
  })
}
