/** Whether a request comes from our own pages: the guard of what cookies alone may bring about (R22, reliability "Decisions"). */
import { Problem } from '@sampan/contract/errors'
import type { FastifyRequest } from 'fastify'
import { type Origin, originOf } from '../links.ts'

const hasOurOrigin = (request: FastifyRequest, config: Origin): boolean => {
  const { origin, host } = request.headers
  // On a local network the service is opened by whatever name the machine has; its own Host then is the measure.
  return origin === originOf(config) || (!originOf(config).startsWith('https:') && origin === `http://${host}`)
}

/** For what changes something: another site's form or script is refused, where browsers tell of neither no page has asked. */
export function refuseForeignPage(request: FastifyRequest, config: Origin): void {
  const { 'sec-fetch-site': site, origin } = request.headers
  const isForeign =
    site !== undefined ? site === 'cross-site' || site === 'same-site' : origin !== undefined && !hasOurOrigin(request, config)
  if (isForeign) throw new Problem('notYours')
}

/** For GET calls that change something: Sec-Fetch-Site if present must be same-origin, else Origin ours, else our client's header. */
export function requireSameOrigin(request: FastifyRequest, config: Origin): void {
  const { 'sec-fetch-site': site, origin, 'x-sampan': client } = request.headers
  const isOurs = site !== undefined ? site === 'same-origin' : origin !== undefined ? hasOurOrigin(request, config) : !!client
  if (!isOurs) throw new Problem('notYours')
}

/**
 * A command-line client, which keeps its own refresh token. With a POST no page can pass for one: browsers send Origin with it.
 * A GET of our own origin carries neither mark on plain http: there only a token that the caller sends itself may be answered with one.
 */
export const isCommandLine = ({ headers }: FastifyRequest): boolean =>
  headers['x-sampan'] === 'cli' && headers['sec-fetch-site'] === undefined && headers.origin === undefined
