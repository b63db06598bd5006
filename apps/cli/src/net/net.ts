/** HTTP for this program: kept connections, proxies, and bodies whose way onto the line can be followed. */
import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { NetworkError } from '@sampan/client/network-error'
import { createAgents } from './agents.ts'
import { proxyFor, proxyHeaders } from './proxy.ts'

export type Call = {
  method: string
  url: string
  headers: Record<string, string>
  /** Pieces in order; `Content-Length` is among the headers. */
  body?: AsyncIterable<Uint8Array> | undefined
  onSent?: (bytes: number) => void
  signal?: AbortSignal | undefined
  /** Silence that ends the call. */
  silenceMs?: number
}
export type Net = {
  /** Resolves with the head of the reply, whose body is still to be read. Rejects with a NetworkError or the signal's reason. */
  call(call: Call): Promise<IncomingMessage>
  close(): void
}

const usualSilenceMs = 90_000

function optionsOf(target: URL, proxy: URL | null, headers: Record<string, string>): RequestOptions {
  const to = target.protocol === 'http:' && proxy ? proxy : target
  const isForwarded = to === proxy
  return {
    protocol: to.protocol,
    host: to.hostname.replace(/^\[|\]$/g, ''),
    port: to.port || (to.protocol === 'https:' ? 443 : 80),
    path: isForwarded ? target.href : target.pathname + target.search,
    headers: { ...headers, Host: target.host, ...(isForwarded && proxyHeaders(to)) },
  }
}

/** Writes piece by piece, each once the system has taken the last; stops when a reply has come before the end. */
async function writeBody(request: http.ClientRequest, { body, onSent }: Call, isOver: () => boolean): Promise<void> {
  let sent = 0
  for await (const piece of body ?? []) {
    if (isOver()) return
    await new Promise<void>((resolve, reject) => request.write(piece, (error) => (error ? reject(error) : resolve())))
    sent += piece.byteLength
    onSent?.(sent)
  }
  if (!isOver()) request.end()
}

export function createNet(env: Readonly<Record<string, string | undefined>>): Net {
  const agents = createAgents()

  function call(command: Call): Promise<IncomingMessage> {
    const target = new URL(command.url)
    const { signal, silenceMs = usualSilenceMs } = command
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const proxy = proxyFor(target, env)
      const options = { ...optionsOf(target, proxy, command.headers), method: command.method, agent: agents.of(target, proxy) }
      const request = options.protocol === 'https:' ? https.request(options) : http.request(options)
      let isOver = false
      const stop = () => request.destroy(new Error('stopped'))
      const fail = (error: unknown) => {
        isOver = true
        signal?.removeEventListener('abort', stop)
        reject(signal?.aborted ? signal.reason : new NetworkError('The connection broke', { cause: error }))
        request.destroy()
      }
      signal?.addEventListener('abort', stop, { once: true })
      request.setTimeout(silenceMs, () => request.destroy(new Error(`Nothing came for ${silenceMs / 1000} s`)))
      request.on('error', fail)
      request.on('response', (reply) => {
        isOver = true
        reply.once('close', () => signal?.removeEventListener('abort', stop))
        resolve(reply)
      })
      writeBody(request, command, () => isOver).catch((error) => !isOver && fail(error))
    })
  }
  return { call, close: agents.close }
}

/** The whole body; a body that was cut short is a broken connection. */
export async function textOf(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of reply) chunks.push(chunk as Buffer)
  } catch (error) {
    throw new NetworkError('The connection broke', { cause: error })
  }
  if (!reply.complete) throw new NetworkError('The reply was cut short')
  return Buffer.concat(chunks).toString('utf8')
}
