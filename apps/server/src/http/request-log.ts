/** One log line and one observation for every request, also for those that are broken off (O4). */
import type { ErrorCode } from '@sampan/contract/errors'
import { downloadFile, downloadZip } from '@sampan/contract/routes/downloads'
import { live } from '@sampan/contract/routes/live'
import { putPart } from '@sampan/contract/routes/uploads'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import { RateLimited } from './rate-limit.ts'
import { notesOf } from './request-notes.ts'

const slowMs = 2000
/** As long as the lines are slow, or as somebody listens: their time tells nothing of us. */
const longRoutes: readonly string[] = [putPart.path, downloadFile.path, downloadZip.path, live.path]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

type Finished = { request: FastifyRequest; reply: FastifyReply; route: string; ms: number; isAborted: boolean }

function log(to: FastifyBaseLogger, { request, reply, route, ms, isAborted }: Finished): void {
  const { userId, problem } = notesOf(request)
  to.info(
    {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.raw.statusCode,
      ms: Math.round(ms),
      ...(userId && { userId }),
      ...(problem && { code: problem.code }),
      ...(problem instanceof RateLimited && { rule: problem.rule }),
      ...(isAborted && { isAborted }),
      ...(ms >= slowMs && !longRoutes.includes(route) && { isSlow: true }),
    },
    'request',
  )
}

const counted: { [code in ErrorCode]?: (metrics: Metrics) => void } = {
  loginFailed: (metrics) => metrics.count('logInFailures'),
}

function observe(metrics: Metrics, { request, reply, route, ms, isAborted }: Finished): void {
  const { problem } = notesOf(request)
  const status = isAborted ? 'aborted' : `${Math.floor(reply.raw.statusCode / 100)}xx`
  metrics.observeRequest({ method: methods.includes(request.method) ? request.method : 'other', route, status }, ms / 1000)
  if (!problem) return
  metrics.countBy('errors', problem.code)
  counted[problem.code]?.(metrics)
  if (route === putPart.path) metrics.countBy('partsRefused', problem.code)
  if (problem instanceof RateLimited) metrics.countBy('rateRefusals', problem.rule)
}

/** The route's pattern, never the address: slugs and tokens stay out of logs and metrics (R46). */
export function logRequests(app: FastifyInstance, to: FastifyBaseLogger, metrics: Metrics): void {
  app.addHook('onRequest', async (request, reply) => {
    const startedAt = performance.now()
    // The hook onResponse would not do: it does not run for requests that were broken off.
    reply.raw.once('close', () => {
      const route = request.routeOptions.url ?? 'unknown'
      const finished = { request, reply, route, ms: performance.now() - startedAt, isAborted: !reply.raw.writableFinished }
      log(to, finished)
      observe(metrics, finished)
    })
  })
}
