/** The ways by which the client package speaks, over our own connections. */
import type { PlainReply } from '@sampan/client/api-reply'
import { NetworkError } from '@sampan/client/network-error'
import type { PartSender } from '@sampan/client/upload/send-part'
import { type Net, textOf } from './net.ts'

const chunkBytes = 256 * 1024

async function* pieces(bytes: ArrayBuffer | Blob): AsyncGenerator<Uint8Array> {
  const size = bytes instanceof ArrayBuffer ? bytes.byteLength : bytes.size
  for (let at = 0; at < size; at += chunkBytes) {
    const to = Math.min(size, at + chunkBytes)
    yield bytes instanceof ArrayBuffer
      ? new Uint8Array(bytes, at, to - at)
      : new Uint8Array(await bytes.slice(at, to).arrayBuffer())
  }
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const headerOf = (value: string | string[] | undefined): string | null =>
  Array.isArray(value) ? value.join(', ') : (value ?? null)

/** For `createApi`; every call says that a command-line client makes it. */
export const fetchBy =
  (net: Net, userAgent: string): typeof fetch =>
  async (input, init = {}) => {
    const body = typeof init.body === 'string' ? init.body : undefined
    const headers = {
      ...(init.headers as Record<string, string>),
      'X-Sampan': 'cli',
      'User-Agent': userAgent,
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    }
    const reply = await net.call({
      method: init.method ?? 'GET',
      url: String(input),
      headers,
      signal: init.signal ?? undefined,
      ...(body !== undefined && { body: once(body) }),
    })
    const text = await textOf(reply)
    const isBodiless = reply.statusCode === 204 || reply.statusCode === 304
    const pairs = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, headerOf(value) ?? ''])
    return new Response(isBodiless ? null : text, { status: reply.statusCode ?? 500, headers: pairs })
  }

/** For `startUpload`. */
export const partSenderBy =
  (net: Net, userAgent: string): PartSender =>
  async ({ url, headers, bytes, signal, onProgress }): Promise<PlainReply> => {
    const size = bytes instanceof ArrayBuffer ? bytes.byteLength : bytes.size
    try {
      const reply = await net.call({
        method: 'PUT',
        url,
        headers: { ...headers, 'User-Agent': userAgent, 'Content-Length': String(size) },
        body: pieces(bytes),
        onSent: onProgress,
        signal,
      })
      const text = await textOf(reply)
      return { status: reply.statusCode ?? 500, text, header: (name) => headerOf(reply.headers[name.toLowerCase()]) }
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw error instanceof NetworkError ? error : new NetworkError('The connection broke', { cause: error })
    }
  }
