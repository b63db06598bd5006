/** The control port: GET / tells settings and counters, PUT / changes settings, POST / lets a fault happen; all in JSON. */
import { createServer } from 'node:http'

async function jsonOf(request) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text ? JSON.parse(text) : {}
}

const acts = {
  GET: () => {},
  PUT: (proxy, wishes) => proxy.set(wishes),
  POST: (proxy, fault) => proxy.act(fault),
}

export async function startControl(proxy, port, host = '127.0.0.1') {
  const server = createServer(async (request, reply) => {
    let [status, answer] = [200, null]
    try {
      const act = acts[request.method]
      if (!act) throw new Error(`${request.method} is not understood`)
      act(proxy, await jsonOf(request))
      answer = { settings: proxy.settings(), counters: proxy.counters() }
    } catch (error) {
      ;[status, answer] = [400, { error: error.message }]
    }
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return { port: server.address().port, stop: () => new Promise((resolve) => server.close(resolve)) }
}
