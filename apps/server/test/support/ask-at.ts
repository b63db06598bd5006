import { request } from 'node:http'

export type Asked = { method?: string; headers?: Record<string, string>; body?: string }
type Answer = { status: number; body: string; cookies: string[] }

/** As a proxy hands on what it was asked at a name; the path goes out as it is. */
export const askAt = (url: string, name: string, path: string, { method = 'GET', headers = {}, body = '' }: Asked) =>
  new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const sent = request({ hostname, port, path, method, headers: { host: name, accept: 'text/html', ...headers } }, (reply) => {
      const pieces: Buffer[] = []
      reply.on('data', (piece) => pieces.push(piece))
      reply.on('end', () =>
        resolve({
          status: reply.statusCode!,
          body: Buffer.concat(pieces).toString(),
          cookies: reply.headers['set-cookie'] ?? [],
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
