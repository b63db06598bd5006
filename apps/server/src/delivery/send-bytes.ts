/** Sends a representation with Range and HEAD, and tells the meter what has left (D3, R09). */
import { Problem } from '@sampan/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDamage } from '../adapters/storage/storage.ts'
import { byteRange } from '../http/byte-range.ts'
import { attachment } from '../http/content-disposition.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Meter } from './meter.ts'
import { pump } from './pump.ts'
import type { Representation } from './representation.ts'

type Span = { status: 200 | 206; from: number; to: number }

function headers(what: Representation): Record<string, string> {
  return {
    'accept-ranges': 'bytes',
    etag: what.etag,
    'last-modified': what.lastModified.toUTCString(),
    'content-type': what.type,
    'content-disposition': attachment(what.fileName, what.fallbackName),
    'cache-control': 'private, no-transform',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-robots-tag': 'noindex',
  }
}

/**
 * `meter` is asked for only when bytes will leave: HEAD and unsatisfiable ranges count nothing. Throws fileUnreadable, and tells the
 * operator, where the first bytes cannot be read.
 */
export async function sendBytes(
  metrics: Metrics,
  request: FastifyRequest,
  reply: FastifyReply,
  what: Representation,
  meter: () => Promise<Meter>,
): Promise<FastifyReply> {
  try {
    return await answer(metrics, request, reply, what, meter)
  } catch (error) {
    if (!isDamage(error)) throw error
    metrics.count('unreadableReads')
    request.log.error({ err: error, requestId: request.id }, 'stored bytes cannot be read')
    throw new Problem('fileUnreadable')
  }
}

async function answer(
  metrics: Metrics,
  request: FastifyRequest,
  reply: FastifyReply,
  what: Representation,
  meter: () => Promise<Meter>,
): Promise<FastifyReply> {
  // RFC 9110 knows Range for GET alone.
  const range = byteRange(request.method === 'HEAD' ? {} : request.headers, what)
  if (range.kind === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({ ...headers(what), 'content-range': `bytes */${what.size}`, 'content-length': '0' })
      .send()
  }
  const span: Span =
    range.kind === 'part' ? { status: 206, from: range.from, to: range.to } : { status: 200, from: 0, to: what.size }
  const begun = request.method === 'HEAD' ? null : await begin(what, span, meter)
  const all = {
    ...headers(what),
    'content-length': String(span.to - span.from),
    ...(span.status === 206 && { 'content-range': `bytes ${span.from}-${span.to - 1}/${what.size}` }),
  }
  if (!begun) return reply.code(span.status).headers(all).send()
  reply.hijack()
  const raw = reply.raw
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(span.status, all)
  await pump(metrics, request, reply, begun.source, span.from, begun.counted)
  return reply
}

/** The first bytes are verified before the head leaves, so that an unreadable file is an error and not a cut download; they are read while it is counted. */
async function begin(what: Representation, { from, to }: Span, meter: () => Promise<Meter>) {
  const rest = what.read(from, to)[Symbol.asyncIterator]()
  const [counting, reading] = await Promise.allSettled([meter(), rest.next()])
  if (counting.status === 'rejected') {
    if (reading.status === 'fulfilled' && !reading.value.done) reading.value.value.release()
    await rest.return?.().catch(() => {})
    throw counting.reason
  }
  if (reading.status === 'rejected') {
    await counting.value.ended().catch(() => {})
    throw reading.reason
  }
  return { counted: counting.value, source: { first: reading.value, rest } }
}
