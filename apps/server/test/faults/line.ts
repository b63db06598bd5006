/** Calls over kept connections, as programs make them; also broken off on purpose. What came back, or how far it came. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Call = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: Buffer | undefined
  /** The connection is broken off after so many bytes of the body, 1 at least. */
  cutAfter?: number | undefined
}
/** `isWhole` false: the connection ended before its reply did. `status` 0: no reply had begun. */
export type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; isWhole: boolean }
export type Line = { call: (call: Call) => Promise<Answer>; close: () => void }

const silenceMs = 60_000

export function lineTo(port: number): Line {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const call = ({ method, path, headers = {}, body, cutAfter }: Call) =>
    new Promise<Answer>((resolve) => {
      const chunks: Buffer[] = []
      let [status, answered]: [number, IncomingHttpHeaders] = [0, {}]
      const end = (isWhole: boolean) => resolve({ status, headers: answered, bytes: Buffer.concat(chunks), isWhole })
      const length = body ? { 'content-length': String(body.length) } : {}
      const asked = request({ agent, host: '127.0.0.1', port, method, path, headers: { ...length, ...headers } }, (reply) => {
        status = reply.statusCode!
        answered = reply.headers
        reply.on('data', (chunk) => chunks.push(chunk))
        reply.on('end', () => end(reply.complete))
        reply.on('error', () => end(false))
        reply.on('close', () => end(reply.complete))
      })
      asked.on('error', () => end(false))
      asked.setTimeout(silenceMs, () => asked.destroy())
      if (cutAfter === undefined) asked.end(body)
      else asked.write(body!.subarray(0, cutAfter), () => asked.destroy())
    })
  return { call, close: () => agent.destroy() }
}

export const jsonOf = ({ bytes }: Answer): any => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
