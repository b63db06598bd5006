import { Problem } from '@sampan/contract/errors'
import { live } from '@sampan/contract/routes/live'
import type { FastifyInstance } from 'fastify'
import { sessionPoolOf } from '../../db/connect.ts'
import { type HttpContext, readRequest } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { makeHub } from './hub.ts'
import { beatMs, makeStreams } from './streams.ts'

const gauge = { sampan_live_streams: 'Pages that are told of news as it happens.' }

export function liveRoutes(app: FastifyInstance, context: HttpContext, services: Pick<Services, 'db' | 'metrics'>): void {
  const streams = makeStreams({ hub: makeHub(sessionPoolOf(services.db)), identityOf: context.identityOf })
  services.metrics.addGauges(gauge, () => ({ sampan_live_streams: streams.count() }))
  const timer = setInterval((now?: number) => void streams.beat(now), beatMs).unref()
  // Before the server waits for its connections to end.
  app.addHook('preClose', async () => {
    clearInterval(timer)
    streams.close()
  })
  app.route({
    method: live.method,
    url: live.path,
    handler: async (request, reply) => {
      const { actor } = await readRequest(context, live, request, reply)
      if (actor.status === 'revoke') throw new Problem('accountSuspended')
      const events = await streams.open(actor)
      // A proxy that gathers answers would keep them from whoever waits.
      const headers = { 'cache-control': 'no-store', 'x-accel-buffering': 'no', 'content-type': 'text/event-stream' }
      return reply.headers(headers).send(events)
    },
  })
}
