/** As much of HTTP/1.1 as a client with one request on a connection needs. */
import type { PlainReply } from '@sampan/client/api-reply'

type Request = { method: string; url: string; headers: Record<string, string>; body: Buffer }

export function headBytes({ method, url, headers, body }: Request): Buffer {
  const all = {
    Host: 'simulated',
    ...headers,
    ...((body.length > 0 || method !== 'GET') && { 'Content-Length': String(body.length) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${url.replace(/^https?:\/\/[^/]+/, '')} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
}

/** The last answer that is whole: a server may say "continue" first. */
export function readReply(bytes: Buffer): PlainReply | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const status = Number(first.split(' ')[1])
  const length = Number(headers.get('content-length') ?? 0)
  const body = bytes.subarray(end + 4)
  if (body.length < length) return undefined
  return { status, text: body.subarray(0, length).toString('utf8'), header: (name) => headers.get(name.toLowerCase()) ?? null }
}
