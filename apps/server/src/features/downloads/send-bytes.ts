/** Sends a representation with Range and HEAD, and tells the meter what has left (D3, R09). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CorruptBlob, MissingBlob } from '../../adapters/storage/storage.ts'
import { byteRange } from '../../http/byte-range.ts'
import { attachment } from '../../http/content-disposition.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Meter } from './count-download.ts'

export type Representation = {
  size: number
  /** Strong, with its quotation marks. */
  etag: string
  lastModified: Date
  fileName: string
  /** ASCII name for programs that read no UTF-8 one. */
  fallbackName: string
  type: string
  read: (from: number, to: number) => AsyncIterable<Uint8Array>
}
type Span = { status: 200 | 206; from: number; to: number }

/** Coverage is saved at least so often, so that a crash in mid-download loses little of it. */
const saveEveryMs = 10_000
/** A reader that takes nothing for so long is gone. */
const silenceMs = 120_000

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

/** `meter` is asked for only when bytes will leave: HEAD and unsatisfiable ranges count nothing. */
export async function sendBytes(
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
  const counted = request.method === 'HEAD' ? null : await meter()
  const all = {
    ...headers(what),
    'content-length': String(span.to - span.from),
    ...(span.status === 206 && { 'content-range': `bytes ${span.from}-${span.to - 1}/${what.size}` }),
  }
  if (!counted) return reply.code(span.status).headers(all).send()
  const first = await firstChunk(what, span, counted)
  reply.hijack()
  const raw = reply.raw
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(span.status, all)
  await pump(metrics, request, reply, first, span, counted)
  return reply
}

/** The first bytes are verified before the head leaves, so that an unreadable file is an error and not a cut download. */
async function firstChunk(
  what: Representation,
  { from, to }: Span,
  meter: Meter,
): Promise<AsyncIterator<Uint8Array> & { first: IteratorResult<Uint8Array> }> {
  const iterator = what.read(from, to)[Symbol.asyncIterator]()
  try {
    return Object.assign(iterator, { first: await iterator.next() })
  } catch (error) {
    await meter.ended()
    throw error
  }
}

/** Leaves no listener behind: a long download waits a million times. */
const eventOrClose = (raw: FastifyReply['raw'], event: 'drain' | 'finish'): Promise<void> =>
  new Promise((resolve) => {
    if (raw.destroyed) return resolve()
    const done = () => {
      raw.off(event, done).off('close', done)
      resolve()
    }
    raw.on(event, done).on('close', done)
  })

async function pump(
  metrics: Metrics,
  request: FastifyRequest,
  reply: FastifyReply,
  source: AsyncIterator<Uint8Array> & { first: IteratorResult<Uint8Array> },
  { from }: Span,
  meter: Meter,
): Promise<void> {
  const raw = reply.raw
  raw.socket?.setTimeout(silenceMs)
  let [given, saved, savedAt] = [from, from, Date.now()]
  const save = async (to: number) => {
    if (to > saved) await meter.sent(saved, to)
    saved = to
    savedAt = Date.now()
  }
  try {
    for (let next = source.first; !next.done && !raw.destroyed; next = await source.next()) {
      given += next.value.length
      metrics.count('sentBytes', next.value.length)
      if (!raw.write(next.value)) await eventOrClose(raw, 'drain')
      // What still waits in our own buffer has not left.
      if (Date.now() - savedAt > saveEveryMs) await save(given - raw.writableLength)
    }
    if (raw.destroyed) throw Object.assign(new Error('reader is gone'), { code: 'ECONNRESET' })
    raw.end()
    await eventOrClose(raw, 'finish')
    if (raw.writableFinished) await (given === from ? meter.sent(from, from) : save(given))
  } catch (error) {
    if (error instanceof CorruptBlob || error instanceof MissingBlob)
      request.log.error({ err: error, requestId: request.id }, 'stored bytes cannot be read: download broken off')
    else if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET')
      request.log.error({ err: error, requestId: request.id }, 'download broken off')
    // Never padded, never ended as if whole: the length told beforehand shows the reader that it is not.
    raw.destroy()
    await save(Math.max(saved, given - raw.writableLength)).catch(() => {})
  } finally {
    await source.return?.()
    await meter.ended().catch(() => {})
  }
}
