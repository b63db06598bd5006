/** One address for both: what belongs to the pages is answered by Vite, everything else is passed on to the server. */
import { request as ask, createServer } from 'node:http'
import { StepError } from '../steps.mjs'

/** Nothing of Vite's lies there, and what is sent there is not to be read by it. */
const isServersAlone = ({ method, url }) => !['GET', 'HEAD'].includes(method) || /^\/api(?:[/?]|$)/.test(url)

function deferred() {
  let resolve
  const promise = new Promise((done) => {
    resolve = done
  })
  return { promise, resolve }
}

export async function openFront(port, host) {
  let handlePages = (_request, _reply, next) => next()
  /** Resolves with the port of the server, as soon as there is one. */
  let target = deferred()
  const passedOn = new Set()

  async function passOn(request, reply) {
    const to = await target.promise
    const sent = ask({
      host: '127.0.0.1',
      port: to,
      method: request.method,
      path: request.url,
      headers: { ...request.headers, 'x-forwarded-for': request.socket.remoteAddress },
      agent: false,
    })
    passedOn.add(sent)
    sent.once('close', () => passedOn.delete(sent))
    sent.on('response', (answer) => {
      reply.writeHead(answer.statusCode, answer.statusMessage, answer.rawHeaders)
      answer.pipe(reply)
      answer.once('aborted', () => reply.destroy())
    })
    sent.on('error', () => reply.destroy())
    reply.once('close', () => sent.destroy())
    request.pipe(sent)
  }

  const server = createServer((request, reply) => {
    const next = () => void passOn(request, reply)
    if (isServersAlone(request)) next()
    else handlePages(request, reply, next)
  })
  // Parts of a file may be on their way for as long as they like: the server behind decides.
  server.requestTimeout = 0
  await new Promise((resolve, reject) => {
    server.once('error', ({ code }) => reject(new StepError(`PORT=${port} on ${host} cannot be listened on (${code}).`)))
    server.listen(port, host, resolve)
  })
  return {
    server,
    port: server.address().port,
    showPages: (handle) => {
      handlePages = handle
    },
    /** Requests wait from `hold` to `release`; those under way are cut, so that the server may end at once. */
    hold: () => {
      target = deferred()
      for (const sent of passedOn) sent.destroy()
    },
    release: (serverPort) => target.resolve(serverPort),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
