/** A proxy before several servers, without stickiness: each request goes to the next one, and past one that refuses connections. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Answers with its address and, while `only` names one, sends everything there. */
export async function startRoundRobin(ports: readonly number[]) {
  const agent = new Agent({ keepAlive: false })
  const proxy = { url: '', only: undefined as number | undefined }
  let turn = 0

  function pass(from: IncomingMessage, to: ServerResponse, tries = ports.length): void {
    const port = proxy.only ?? ports[turn++ % ports.length]!
    const { method, url: path, headers } = from
    const asked = request({ host: '127.0.0.1', port, method, path, headers: { ...headers, connection: 'close' }, agent })
    asked.once('response', (answer) => {
      to.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(to)
      answer.once('error', () => to.destroy())
    })
    asked.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && tries > 1 && proxy.only === undefined) return pass(from, to, tries - 1)
      to.destroy()
    })
    to.once('close', () => asked.destroy())
    // Nothing of the body is taken before somebody is there to have it: another one can still be asked.
    asked.once('socket', (socket) => socket.once('connect', () => from.pipe(asked)))
  }

  const server = createServer((from, to) => pass(from, to)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}
