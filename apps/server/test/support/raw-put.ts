/** A part as bytes on a socket, so that a test can cut, trickle or mislabel it. */
import { connect, type Socket } from 'node:net'
import { type Browser, crcHex } from './sender.ts'

export type RawPart = { uploadId: string; blobId: string; offset: number; bytes: Buffer }

/** The head of a request for the part; `headers` replace its own, those that are null are left out. */
export function headOf(
  browser: Browser,
  { uploadId, blobId, offset, bytes }: RawPart,
  headers: Record<string, string | null> = {},
) {
  const all = {
    host: new URL(browser.server.url).host,
    authorization: `Bearer ${browser.ticket}`,
    'x-part-crc32': crcHex(bytes),
    'content-length': String(bytes.length),
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  return `PUT /api/uploads/${uploadId}/blobs/${blobId}?offset=${offset} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

export function dial(browser: Browser): Promise<Socket> {
  const { hostname, port } = new URL(browser.server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket)).once('error', reject)
  })
}

/** All that the server says until it or we close; '' where it closed without a word. */
export const answerOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
      if (text.includes('\r\n\r\n')) resolve(text)
    })
    socket.on('error', () => {})
    socket.once('close', () => resolve(text))
  })

/** Sends the first bytes of a part and cuts the connection. */
export async function tearOff(browser: Browser, part: RawPart, sentBytes: number): Promise<void> {
  const socket = await dial(browser)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(headOf(browser, part))
  socket.write(part.bytes.subarray(0, sentBytes), () => socket.destroy())
  await closed
}
