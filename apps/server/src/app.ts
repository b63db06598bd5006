/** Two lists: every feature's routes, every feature's jobs. */
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { accountFeature, findIdentity } from './features/accounts/index.ts'
import { downloadFeature } from './features/downloads/index.ts'
import { geoRoutes } from './features/geo/index.ts'
import { operationRoutes } from './features/operation/index.ts'
import { outboxRoutes } from './features/outbox/index.ts'
import { pageRoutes } from './features/pages/index.ts'
import { transferFeature } from './features/transfers/index.ts'
import { uploadFeature } from './features/uploads/index.ts'
import { verificationJobs, verificationRoutes } from './features/verification/index.ts'
import { replyWithError } from './http/error-reply.ts'
import { randomText } from './http/random-text.ts'
import { remembered } from './http/remembered.ts'
import { tellRequests } from './http/request-log.ts'
import { addSecurityHeaders, setSecurityHeaders } from './http/security-headers.ts'
import type { HttpContext } from './http/serve-route.ts'
import type { JobHandler, TimedJob } from './jobs/queue.ts'
import type { Services } from './services.ts'

const silenceMs = 30_000
/** A suspended account or an ended session stops its uploads within a minute (R27). */
const recentMs = 30_000
const apiBodyLimitBytes = 256 * 1024

export async function makeApp(services: Services): Promise<FastifyInstance> {
  const { config } = services
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: apiBodyLimitBytes,
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    genReqId: () => randomText(16),
    routerOptions: { maxParamLength: 600, ignoreTrailingSlash: false },
    // Bodies may take hours; headers may not. Deadlines for bodies are ours (receive-part).
    requestTimeout: 0,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // What comes on an open connection while the server stops is still served; the connection ends with it.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => replyWithError(error, request, setSecurityHeaders(reply, config)),
  })
  tellRequests(app, services.log, services.metrics)
  addSecurityHeaders(app, config)
  await app.register(cookie)
  app.setErrorHandler((error, request, reply) => replyWithError(error, request, reply))
  app.addHook('onRequest', async (request, reply) => {
    // A silent peer is let go; parts and downloads, which may rest longer, set their own time.
    request.raw.socket.setTimeout(silenceMs)
    reply.header('x-request-id', request.id)
  })

  const identityOf = (sessionId: string) => findIdentity(services.db, sessionId, services.clock())
  const context: HttpContext = {
    config,
    secrets: services.secrets,
    clock: services.clock,
    identityOf,
    recentIdentityOf: remembered(identityOf, recentMs),
  }
  operationRoutes(app, context, services)
  geoRoutes(app, context, services)
  accountFeature.routes(app, context, services)
  verificationRoutes(app, context, services)
  await uploadFeature.routes(app, context, services)
  transferFeature.routes(app, context, services)
  const showFailure = pageRoutes(app, context, services)
  await downloadFeature.routes(app, { ...context, showFailure }, services)
  outboxRoutes(app, context, services)
  return app
}

export const allJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => {
  const groups = [
    accountFeature.jobs(services),
    uploadFeature.jobs(services),
    transferFeature.jobs(services),
    downloadFeature.jobs(services),
    verificationJobs(services),
  ]
  return { jobs: groups.flatMap((group) => group.jobs), timed: groups.flatMap((group) => group.timed) }
}
