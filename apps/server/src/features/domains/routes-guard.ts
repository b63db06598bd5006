/**
 * At hosts of links (B2) only links and their calls are answered, and only those of whoever has the host; nothing is answered at one
 * that is wanted and not proven. All other names reach the installation as ever: proxies and machines ask by what they know it by.
 */
import { downloadPath, extensionPath, linkPath, managePath, requestPath, zipPagePath } from '@sampan/contract/paths'
import { calls } from '@sampan/contract/routes/index'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { memoizeWithTtl } from '../../http/memoize-with-ttl.ts'
import { hostOfOrigin } from '../../links.ts'
import type { Services } from '../../services.ts'
import { findHost } from './queries.ts'

/** So long a host that was given back may still answer, in each process. */
const keptMs = 5000

const tagsOfLinks = new Set(['Receiving', 'Previews', 'Manage link', 'Request pages', 'Sending'])
/** Of calls that people without an account make. */
const callPaths = calls
  .filter(({ tag, route }) => tagsOfLinks.has(tag) && route.who !== 'user' && route.who !== 'sameOrigin')
  .map(({ route }) => route.path)
const pagePaths = [
  linkPath(':slug'),
  downloadPath(':slug'),
  downloadPath(':slug', ':user'),
  zipPagePath(':slug', ':user').replace('/zip', '/:downloadZip'),
  managePath(':slug', ':token'),
  requestPath(':slug'),
  requestPath(':slug', ':user'),
  extensionPath(':id'),
]
const allowed = new Set([...callPaths, ...pagePaths])
/** What these pages are made of. */
const isPart = (url: string): boolean =>
  /^\/(?:assets\/|api\/(?:pictures|logos|brands)\/|preview-frame\/|geo$|healthz$|[\w.-]+\.(?:js|css|svg|png|webmanifest)$)/.test(
    url,
  )

const mayAnswer = (request: FastifyRequest): boolean => {
  const url = request.routeOptions.url ?? ''
  return allowed.has(url) || isPart(request.url.replace(/\?.*$/s, ''))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose host was asked, where it is one that links stand at. */
    hostOwnerId: string | null
  }
}

export function guardHosts(app: FastifyInstance, { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>): void {
  const own = hostOfOrigin(config)
  const hostOf = memoizeWithTtl(async (host: string) => (await findHost(db, host)) ?? null, keptMs, clock)
  app.decorateRequest('hostOwnerId', null)
  app.addHook('onRequest', async (request, reply) => {
    const host = request.hostname.toLowerCase().replace(/\.$/, '')
    // Names without a dot, and addresses, are nobody's.
    if (host === own || !host.includes('.') || /^[\d.]+$|:/.test(host)) return
    const found = await hostOf(host)
    if (!found) return
    if (found.ownerId === null || !mayAnswer(request)) return reply.callNotFound()
    request.hostOwnerId = found.ownerId
  })
}
