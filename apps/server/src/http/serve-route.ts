/** Contract route -> Fastify: shape in, actor, act, shape out. */
import { type FieldCode, fieldCodes, Problem } from '@sampan/contract/errors'
import type { Route, RouteAnswer, RouteInput, Schema } from '@sampan/contract/routes/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { type Actor, actorOf, bindBrowser } from './actor.ts'
import { readTicket, type Ticket } from './ticket.ts'

export type HttpContext = { config: Pick<Config, 'isHttps'>; ticketSecret: Buffer }
export type Asked<R extends Route> = RouteInput<R> & {
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
  ticket: TicketOf<R>
}
type TicketOf<R extends Route> = R['who'] extends 'ticket' ? Ticket : null

const fieldCode = (issue: { code?: string; message: string; input?: unknown }): FieldCode =>
  Object.hasOwn(fieldCodes, issue.message) ? (issue.message as FieldCode) : issue.input === undefined ? 'required' : 'invalid'

function parse(schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value, { reportInput: true })
  if (result.success) return result.data
  const fields = Object.fromEntries(
    result.error.issues.slice(0, 20).map((issue) => [issue.path.join('.') || 'body', fieldCode(issue)]),
  )
  throw new Problem('invalidInput', {}, { fields })
}

/** Reads only from our own pages or from no page at all: another site's form or script is refused (R22). */
function refuseForeignPage(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') throw new Problem('notYours')
}

/** What an act is told of a request; also for raw routes. */
export async function readRequest<R extends Route>(
  context: HttpContext,
  route: R,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Asked<R>> {
  if (route.who === 'browser' && route.method !== 'GET') refuseForeignPage(request)
  const ticket = route.who === 'ticket' ? await readTicket(context.ticketSecret, request.headers.authorization) : null
  const asked = {
    params: parse(route.params, request.params),
    query: parse(route.query, request.query),
    body: parse(route.body, request.body),
  }
  const browserHash = route.who === 'browser' ? bindBrowser(request, reply, context.config) : null
  return { ...asked, ticket, actor: actorOf(request, browserHash), request, reply } as Asked<R>
}

/** Serves a route whose reply is JSON or nothing. Unknown keys of an answer never leave. */
export function serveRoute<R extends Route>(
  app: FastifyInstance,
  context: HttpContext,
  route: R,
  act: (asked: Asked<R>) => Promise<RouteAnswer<R>>,
  options: { bodyLimitBytes?: number } = {},
): void {
  app.route({
    method: route.method,
    url: route.path,
    ...(options.bodyLimitBytes && { bodyLimit: options.bodyLimitBytes }),
    handler: async (request, reply) => {
      const answer = await act(await readRequest(context, route, request, reply))
      if (reply.sent) return reply
      reply.header('cache-control', 'no-store').code(route.status ?? 200)
      if (route.reply === 'none') return reply.send()
      return reply.send(z.parse(route.reply as Schema, answer))
    },
  })
}
