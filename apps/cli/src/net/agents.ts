/** Kept connections to servers, directly or through a proxy's tunnel (CONNECT). */
import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import tls from 'node:tls'
import { proxyHeaders } from './proxy.ts'

const keep = { keepAlive: true, maxSockets: 16 }
const tunnelLimitMs = 30_000

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)
const requestOf = (url: URL) => (url.protocol === 'https:' ? https.request : http.request)

/** A socket that ends at `host:port`, beyond the proxy. */
function openTunnel(proxy: URL, host: string, port: number): Promise<Socket> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return new Promise((resolve, reject) => {
    const request = requestOf(proxy)({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: portOf(proxy),
      method: 'CONNECT',
      path: authority,
      headers: { Host: authority, ...proxyHeaders(proxy) },
      agent: false,
    })
    request.setTimeout(tunnelLimitMs, () => request.destroy(new Error('The proxy does not answer')))
    request.once('error', reject)
    request.once('connect', (reply, socket: Socket) => {
      socket.setTimeout(0)
      if (reply.statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new Error(`The proxy answered ${reply.statusCode}`))
    })
    request.once('response', (reply) => {
      reply.destroy()
      reject(new Error(`The proxy answered ${reply.statusCode}`))
    })
    request.end()
  })
}

type Made = (error: Error | null, socket?: Socket) => void
type Wanted = tls.ConnectionOptions & { host: string; port: number }

function tunnelAgent(proxy: URL): https.Agent {
  const agent = new https.Agent(keep)
  const create = (options: Wanted, made: Made): void => {
    const servername = options.servername || options.host
    openTunnel(proxy, options.host, Number(options.port)).then(
      (socket) => made(null, tls.connect({ ...options, socket, servername })),
      (error: Error) => made(error),
    )
  }
  // The one point at which Node lets an agent bring its own sockets.
  Object.assign(agent, { createConnection: create })
  return agent
}

export type Agents = { of(target: URL, proxy: URL | null): http.Agent; close(): void }

export function createAgents(): Agents {
  const known = new Map<string, http.Agent>()
  const make = (target: URL, proxy: URL | null): http.Agent => {
    if (target.protocol === 'https:') return proxy ? tunnelAgent(proxy) : new https.Agent(keep)
    return proxy?.protocol === 'https:' ? new https.Agent(keep) : new http.Agent(keep)
  }
  return {
    of(target, proxy) {
      const key = `${target.protocol} ${proxy?.href ?? ''}`
      const agent = known.get(key) ?? make(target, proxy)
      known.set(key, agent)
      return agent
    },
    close() {
      for (const agent of known.values()) agent.destroy()
    },
  }
}
