/** A call as `fetch` makes it, without the streams and objects that cost more than the call: tests make very many. */
import { Agent, type IncomingMessage, request } from 'node:http'

const agent = new Agent({ keepAlive: true })
/** What the server is told by `fetch` of Node, but for what makes it compress. */
const usual = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' }

export type Asked = { method: string; headers: Record<string, string>; body?: string | Uint8Array | undefined }
export type Answered = { status: number; headers: Headers; text: string }

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
  return headers
}

/** Redirects are answers. Rejects where the connection broke. */
export const ask = (url: string, { method, headers, body }: Asked): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asking = request(url, { agent, method, headers: { ...usual, ...length, ...headers } }, async (reply) => {
      try {
        const chunks: Buffer[] = []
        for await (const chunk of reply) chunks.push(chunk)
        resolve({ status: reply.statusCode!, headers: headersOf(reply), text: Buffer.concat(chunks).toString() })
      } catch (error) {
        reject(error)
      }
    })
    asking.on('error', reject)
    asking.end(body)
  })
