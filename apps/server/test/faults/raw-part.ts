/** A part written by hand to the socket: held, torn, too long, or not HTTP at all. */
import { connect, type Socket } from 'node:net'
import { crcHex } from '../support/sender.ts'

export type RawPart = {
  socket: Socket
  send: (bytes: Buffer | string) => Promise<void>
  /** Resolves when the server has read the head and asks for the body. */
  begun: Promise<void>
  /** Everything that came until the connection closed or an answer was whole. */
  answer: Promise<{ status: number; text: string }>
}
export type Where = { url: string; ticket: string; uploadId: string; blobId: string; offset: number }

const statusIn = (text: string): number => Number(/HTTP\/1\.1 ([2-5]\d\d)/.exec(text)?.[1] ?? 0)
const isAnswered = (text: string): boolean => {
  const final = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
  const [head, body] = final.split('\r\n\r\n', 2)
  if (!statusIn(final) || body === undefined) return false
  return Buffer.byteLength(body) >= Number(/content-length: *(\d+)/i.exec(head!)?.[1] ?? 0)
}

/** `headers` replace those of a part that is whole and right. */
export function openRawPart(
  { url, ticket, uploadId, blobId, offset }: Where,
  body: Buffer,
  headers: Record<string, string> = {},
): RawPart {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const all: Record<string, string> = {
    Host: 'x',
    Authorization: `Bearer ${ticket}`,
    'X-Part-Crc32': crcHex(body),
    'Content-Length': String(body.length),
    Expect: '100-continue',
    ...headers,
  }
  const head = Object.entries(all)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`PUT /api/uploads/${uploadId}/blobs/${blobId}?offset=${offset} HTTP/1.1\r\n${head.join('')}\r\n`)
  let text = ''
  const begun = new Promise<void>((resolve) => socket.on('data', () => /100 Continue/.test(text) && resolve()))
  const answer = new Promise<{ status: number; text: string }>((resolve) => {
    const settle = () => resolve({ status: statusIn(text), text })
    socket.prependListener('data', (chunk) => {
      text += chunk.toString('latin1')
      if (isAnswered(text)) settle()
    })
    socket.on('close', settle)
    socket.on('error', settle)
  })
  const send = (bytes: Buffer | string) => new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
  return { socket, send, begun, answer }
}
