/**
 * What the doctor (`sampan doctor`) calls through PUBLIC_URL to see what a proxy makes of bodies, answers and addresses. Without its key
 * each is an address like any unknown one. They change nothing and read nothing that is kept.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../services.ts'
import { isDoctorKey } from './key.ts'
import { bodyPath, bytesPath, dripBytes, type Seen, sampleBytes } from './paths.ts'

type Needs = Pick<Services, 'secrets' | 'clock'>

const sample = Buffer.alloc(sampleBytes, 'sampan ')
const etag = `"${createHash('sha256').update(sample).digest('base64url')}"`
const pauseMsMax = 300_000
const restMs = 60_000

async function readBody({ clock }: Needs, request: FastifyRequest, body: IncomingMessage): Promise<Seen> {
  // As a part may: a sender that rests for less than a minute is not let go.
  request.raw.socket.setTimeout(restMs)
  let bytes = 0
  let [first, last] = [0, 0]
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length
    last = clock().getTime()
    first ||= last
  }
  const { ips = [], headers, raw } = request
  const forwardedFor = headers['x-forwarded-for']?.toString() ?? null
  const remote = raw.socket.remoteAddress ?? ''
  return { bytes, spreadMs: last - first, remote, host: request.hostname, forwardedFor, isBelieved: ips.length > 1 }
}

/** The one range that is asked for; null for everything. */
function rangeOf(header: string | undefined): [from: number, to: number] | null {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(header ?? '') ?? []
  return from && to && Number(from) <= Number(to) && Number(to) < sampleBytes ? [Number(from), Number(to)] : null
}

/** The time between the two is what is looked at. */
async function* drip(pauseMs: number) {
  yield sample.subarray(0, dripBytes)
  await sleep(pauseMs)
  yield sample.subarray(0, dripBytes)
}

export async function doctorRoutes(app: FastifyInstance, services: Needs): Promise<void> {
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    raw.addHook('onRequest', async (request, reply) => {
      if (!isDoctorKey(services, (request.params as { key?: string }).key ?? '')) return reply.callNotFound()
      reply.header('cache-control', 'no-store')
    })
    raw.put(bodyPath(':key'), (request) => readBody(services, request, request.body as IncomingMessage))
    raw.get(bytesPath(':key'), async (request, reply) => {
      const range = rangeOf(request.headers.range)
      const [from, to] = range ?? [0, sampleBytes - 1]
      reply.header('accept-ranges', 'bytes').header('etag', etag).type('application/octet-stream')
      if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${sampleBytes}`)
      return reply.send(sample.subarray(from, to + 1))
    })
    raw.get('/doctor/:key/drip', async (request, reply) => {
      const { ms, as } = request.query as { ms?: string; as?: string }
      const pauseMs = Math.min(Number(ms) || 0, pauseMsMax)
      request.raw.socket.setTimeout(pauseMs + 30_000)
      const type = as === 'events' ? 'text/event-stream' : 'application/octet-stream'
      // As of news itself: it is asked that a proxy does not gather it.
      if (as === 'events') reply.header('x-accel-buffering', 'no')
      return reply.type(type).send(Readable.from(drip(pauseMs)))
    })
  })
}
