/** A proxy for tests of the doctor, right in everything but what it is told to do wrong. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

export type Wrong = {
  bodyMaxBytes?: number
  gathersBodies?: boolean
  gathersAnswers?: boolean
  takesRanges?: boolean
  compresses?: boolean
  host?: string
  /** What becomes of X-Forwarded-For: as it came, or nothing. */
  caller?: 'believed' | 'dropped'
  silenceMsMax?: number
  status?: number
}

const bytesOf = async (stream: IncomingMessage): Promise<Buffer> => Buffer.concat(await stream.toArray())

function headersFor({ headers, socket }: IncomingMessage, wrong: Wrong): Record<string, string | string[] | undefined> {
  const kept: Record<string, string | string[] | undefined> = {
    ...headers,
    'x-forwarded-for': socket.remoteAddress,
    'x-forwarded-host': headers.host,
  }
  if (wrong.caller) delete kept['x-forwarded-for']
  if (wrong.caller === 'believed' && headers['x-forwarded-for']) kept['x-forwarded-for'] = headers['x-forwarded-for']
  if (wrong.takesRanges) delete kept.range
  if (wrong.host) Object.assign(kept, { host: wrong.host, 'x-forwarded-host': wrong.host })
  return kept
}

async function pass(target: string, wrong: Wrong, asked: IncomingMessage, reply: ServerResponse): Promise<void> {
  if (wrong.status) return void reply.writeHead(wrong.status).end()
  if (Number(asked.headers['content-length'] ?? 0) > (wrong.bodyMaxBytes ?? Number.POSITIVE_INFINITY)) {
    asked.resume()
    return void reply.writeHead(413).end()
  }
  const body = wrong.gathersBodies ? await bytesOf(asked) : null
  const onward = request(target + asked.url, { method: asked.method!, headers: headersFor(asked, wrong), agent: false })
  if (wrong.silenceMsMax && !body && asked.method === 'GET') onward.setTimeout(wrong.silenceMsMax, () => onward.destroy())
  onward.on('error', () => reply.destroy())
  onward.on('response', async (answer) => {
    if (wrong.silenceMsMax) answer.socket.setTimeout(wrong.silenceMsMax, () => reply.destroy())
    answer.on('error', () => reply.destroy())
    const isFile = String(answer.headers['content-type']).includes('octet-stream')
    const packs =
      wrong.compresses && isFile && answer.statusCode === 200 && String(asked.headers['accept-encoding']).includes('gzip')
    if (!wrong.gathersAnswers && !packs) return void answer.pipe(reply.writeHead(answer.statusCode!, answer.headers))
    const whole = await bytesOf(answer)
    const sent = packs ? gzipSync(whole) : whole
    const { 'transfer-encoding': _, ...headers } = answer.headers
    const coding = packs ? { 'content-encoding': 'gzip' } : {}
    reply.writeHead(answer.statusCode!, { ...headers, ...coding, 'content-length': sent.length }).end(sent)
  })
  if (body) onward.end(body)
  else asked.pipe(onward)
}

export async function startProxy(wrong: Wrong, target: string) {
  const server = createServer((asked, reply) => void pass(target, wrong, asked, reply).catch(() => reply.destroy()))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
