/** Tells programs of limits before they run into them: RateLimit-Policy and RateLimit, as draft-ietf-httpapi-ratelimit-headers has them. */
import { toldRates } from '@sampan/contract/rate-limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimited } from './rate-limit.ts'
import { type Standings, tellWithin } from './rate-told.ts'
import { notesOf } from './request-notes.ts'

const known = new WeakMap<FastifyRequest, Standings>()

/** What refuses somebody else's mailbox or account as well is not named: that it is full, and until when, Retry-After says. */
function refusalOf(request: FastifyRequest): Standings {
  const { problem } = notesOf(request)
  if (!(problem instanceof RateLimited) || !toldRates.has(problem.rule)) return new Map()
  const { rule, max, windowSeconds, retryAfterSeconds = windowSeconds } = problem
  return new Map([[rule, { max, windowSeconds, left: 0, resetSeconds: retryAfterSeconds }]])
}

function tell(reply: FastifyReply, standings: Standings): void {
  if (standings.size === 0) return
  const each = [...standings]
  reply.header(
    'ratelimit-policy',
    each.map(([name, { max, windowSeconds }]) => `"${name}";q=${max};w=${windowSeconds}`).join(', '),
  )
  reply.header('ratelimit', each.map(([name, { left, resetSeconds }]) => `"${name}";r=${left};t=${resetSeconds}`).join(', '))
}

export function tellRates(app: FastifyInstance): void {
  // Behind the body, whose events would leave the call again.
  app.addHook('preHandler', (request, _, done) => {
    const standings: Standings = new Map()
    known.set(request, standings)
    tellWithin(standings, done)
  })
  app.addHook('onSend', async (request, reply) => {
    if (!reply.raw.headersSent) tell(reply, new Map([...(known.get(request) ?? []), ...refusalOf(request)]))
  })
}
