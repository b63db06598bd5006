/** One reply body that stays as it is while the server runs: assets and prerendered pages. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, compress, type Encoding, isWorthCompressing } from './compressed.ts'

export type LastingBody = {
  type: string
  isText: boolean
  body: Buffer
  /** Worked out when it is first sent: most of what a start finds is asked for by nobody. */
  hash?: string
  /** Filled as browsers ask. */
  encoded: Map<Encoding, Promise<Buffer>>
}

export const lastingBody = (type: string, body: Buffer): LastingBody => ({
  type,
  isText: /^text\/|json|svg|wasm/.test(type) && isWorthCompressing(body),
  body,
  encoded: new Map(),
})

const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 22)

function encodedBody(kept: LastingBody, encoding: Encoding): Promise<Buffer> {
  const known = kept.encoded.get(encoding)
  if (known) return known
  const made = compress(kept.body, encoding, 9)
  kept.encoded.set(encoding, made)
  return made
}

const hasEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === etag)

/** Answers GET and HEAD, with 304 for what the browser has already. Cache-Control and other Vary are the caller's. */
export async function sendLasting(kept: LastingBody, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const encoding = kept.isText ? chooseEncoding(request.headers['accept-encoding']) : 'identity'
  kept.hash ??= hashOf(kept.body)
  const etag = `"${kept.hash}-${encoding}"`
  reply.header('etag', etag).type(kept.type)
  if (kept.isText) reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  if (hasEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await encodedBody(kept, encoding))
}

/** A page made for one visitor. */
export async function sendFresh(text: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = Buffer.from(text)
  const encoding = isWorthCompressing(body) ? chooseEncoding(request.headers['accept-encoding']) : 'identity'
  reply.header('vary', 'Accept-Encoding').type('text/html; charset=utf-8')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await compress(body, encoding, 4))
}
