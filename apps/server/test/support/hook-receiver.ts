/** Somebody's own program that is called by webhooks: keeps what it got, and answers as a test wants. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Call = { headers: IncomingHttpHeaders; text: string; json: any }

export type HookReceiver = {
  url: string
  port: number
  calls: Call[]
  /** From now on. */
  answer: (how: RequestListener) => void
  /** The calls so far, once there are so many. */
  got: (count: number) => Promise<Call[]>
  close: () => void
}

const thanks: RequestListener = (_, reply) => void reply.end('thanks')

export async function startReceiver(): Promise<HookReceiver> {
  const calls: Call[] = []
  let how = thanks
  const waiting = new Set<() => void>()
  const server = createServer((request, reply) => {
    const pieces: Buffer[] = []
    request.on('data', (piece) => pieces.push(piece))
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString()
      calls.push({ headers: request.headers, text, json: JSON.parse(text) })
      how(request, reply)
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    calls,
    answer: (next) => {
      how = next
    },
    got: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (calls.length < count) return
          waiting.delete(look)
          resolve(calls)
        }
        waiting.add(look)
        look()
      }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
