/** One call through whatever stands between a browser and the service, with the times at which its answer came. */
import { type IncomingHttpHeaders, type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** From its first bytes to its last. */
  spreadMs: number
  /** Until when the certificate is good; null without TLS. */
  certificateEndsAt: Date | null
}

export type Asked = {
  method?: string
  headers?: Record<string, string>
  /** Sent one after another, with pauses between. */
  body?: readonly Buffer[]
  pauseMs?: number
  /** So long nothing may come. */
  silenceMs?: number
  /** A certificate that nobody believes is told once; the rest is looked at all the same. */
  isTrusting?: boolean
}

async function readAnswer(answer: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  let [first, last] = [0, 0]
  for await (const chunk of answer) {
    chunks.push(chunk as Buffer)
    last = performance.now()
    first ||= last
  }
  const socket = answer.socket as TLSSocket
  const endsAt = socket.getPeerCertificate?.()?.valid_to
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    body: Buffer.concat(chunks),
    spreadMs: last - first,
    certificateEndsAt: endsAt ? new Date(endsAt) : null,
  }
}

/** Rejects with what the connection says. A body that is refused before it is whole is an answer, too. */
export function call(url: string, asked: Asked): Promise<Answer> {
  const { method = 'GET', headers = {}, body = [], pauseMs = 0, silenceMs = 30_000, isTrusting = false } = asked
  const length = body.reduce((sum, part) => sum + part.length, 0)
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? overHttps : overHttp)(url, {
      method,
      headers: { ...headers, ...(body.length ? { 'content-length': length, 'content-type': 'application/octet-stream' } : {}) },
      agent: false,
      ...(isTrusting && { rejectUnauthorized: false }),
    })
    let isAnswered = false
    request.on('response', (answer) => {
      isAnswered = true
      readAnswer(answer).then(resolve, reject)
    })
    request.on('error', (error) => !isAnswered && reject(error))
    request.setTimeout(silenceMs, () => request.destroy(new Error(`no answer within ${silenceMs / 1000} s`)))
    void (async () => {
      for (const [at, part] of body.entries()) {
        if (at > 0) await sleep(pauseMs)
        if (request.destroyed || isAnswered) break
        if (!request.write(part)) await new Promise((drained) => request.once('drain', drained).once('close', drained))
      }
      request.end()
    })()
  })
}
