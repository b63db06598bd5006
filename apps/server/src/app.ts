/** Two lists: every feature's routes, every feature's jobs. */
import cookie from '@fastify/cookie'
import { Problem } from '@sampan/contract/errors'
import Fastify, { type FastifyInstance } from 'fastify'
import { downloadRoutes } from './features/downloads/index.ts'
import { operationRoutes } from './features/operation/index.ts'
import { pageRoutes } from './features/pages/index.ts'
import { transferJobs, transferRoutes } from './features/transfers/index.ts'
import { uploadJobs, uploadRoutes } from './features/uploads/index.ts'
import { verificationJobs, verificationRoutes } from './features/verification/index.ts'
import { replyWithError } from './http/error-reply.ts'
import { randomText } from './http/random-text.ts'
import type { HttpContext } from './http/serve-route.ts'
import type { JobHandler, TimedJob } from './jobs/queue.ts'
import type { Services } from './services.ts'

const apiBodyLimitBytes = 256 * 1024

export async function makeApp(services: Services): Promise<FastifyInstance> {
  const { config } = services
  const app = Fastify({
    loggerInstance: services.log,
    disableRequestLogging: true,
    bodyLimit: apiBodyLimitBytes,
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    genReqId: () => randomText(16),
    routerOptions: { maxParamLength: 600, ignoreTrailingSlash: false },
    // Bodies may take hours; headers may not. Deadlines for bodies are ours (receive-part).
    requestTimeout: 0,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
  })
  await app.register(cookie)
  app.setErrorHandler((error, request, reply) => replyWithError(error, request, reply))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: slugs and tokens stay out of logs (R46).
    const route = request.routeOptions.url ?? 'unknown'
    services.log.info(
      { requestId: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })

  const context: HttpContext = { config, ticketSecret: services.secrets.ticket }
  operationRoutes(app, context, services)
  verificationRoutes(app, context, services)
  await uploadRoutes(app, context, services)
  transferRoutes(app, context, services)
  downloadRoutes(app, context, services)
  await pageRoutes(app, context, services)
  if (!app.hasRoute({ method: 'GET', url: '/*' })) {
    app.setNotFoundHandler((request, reply) => replyWithError(new Problem('notFound'), request, reply))
  }
  return app
}

export const allJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => {
  const groups = [uploadJobs(services), transferJobs(services), verificationJobs(services)]
  return { jobs: groups.flatMap((group) => group.jobs), timed: groups.flatMap((group) => group.timed) }
}
