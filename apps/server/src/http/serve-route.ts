/** Contract route -> Fastify: shape in, actor, act, shape out. */
import { Problem } from '@sampan/contract/errors'
import type { Route, RouteAnswer, RouteInput, Schema } from '@sampan/contract/routes/route'
import { checkFields } from '@sampan/contract/rules/field-faults'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Actor, SignedIn } from './actor.ts'
import { allowBody } from './allowed-body.ts'
import type { Ticket } from './ticket.ts'
import { type HttpContext, whoAsks } from './who-asks.ts'

export type { HttpContext }

type HeadersOf<R extends Route> = R['headers'] extends object
  ? { [Name in keyof R['headers']]: string | undefined }
  : Record<never, never>
export type RouteRequest<R extends Route> = RouteInput<R> & {
  /** Those that the route declares: an act that reads another one does not compile. */
  headers: HeadersOf<R>
  actor: R['who'] extends 'user' | 'operator' ? SignedIn : Actor
  request: FastifyRequest
  reply: FastifyReply
  ticket: TicketOf<R>
}
type TicketOf<R extends Route> = R['who'] extends 'ticket' ? Ticket : null

function parse(schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const { data, faults } = checkFields(schema, value)
  if (faults) throw new Problem('invalidInput', {}, { fields: faults })
  return data
}

const headersOf = (route: Route, { headers }: FastifyRequest): Record<string, string | undefined> =>
  Object.fromEntries(Object.keys(route.headers ?? {}).map((name) => [name, headers[name.toLowerCase()]?.toString()]))

/** What an act is told of a request; also for raw routes. */
export async function readRequest<R extends Route>(
  context: HttpContext,
  route: R,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RouteRequest<R>> {
  const who = await whoAsks(context, route, request, reply)
  const asked = {
    params: parse(route.params, request.params),
    query: parse(route.query, request.query),
    body: parse(route.body, request.body),
    headers: headersOf(route, request),
  }
  return { ...asked, ...who, request, reply } as RouteRequest<R>
}

/** Who is about to be deleted is not told of a suspension; and people of a team are told of the team, which is not theirs to put right. */
function toldTo(actor: Actor, error: unknown): unknown {
  if (!(error instanceof Problem) || actor.kind !== 'user') return error
  const isOwn = actor.teamRole === 'owner'
  if (error.code === 'planUnpaid' && !isOwn) return new Problem('teamUnpaid')
  if (error.code !== 'accountSuspended') return error
  if (actor.isLeaving) return new Problem(isOwn ? 'accountLeaving' : 'teamLeaving')
  return isOwn ? error : new Problem('teamSuspended')
}

/** How long a body accounts may send, by their plan where it hangs on that. Those of strangers are small wherever they call. */
type Options = { bodyLimitBytes?: (actor: SignedIn) => number }

/** Serves a route whose reply is JSON or nothing. Unknown keys of an answer never leave. */
export function serveRoute<R extends Route>(
  app: FastifyInstance,
  context: HttpContext,
  route: R,
  act: (asked: RouteRequest<R>) => Promise<RouteAnswer<R>>,
  { bodyLimitBytes = () => 0 }: Options = {},
): void {
  app.route({
    method: route.method,
    url: route.path,
    // In front of the body: that of somebody who may not call is not read, and no larger one than theirs may be (R49).
    onRequest: async (request, reply) => {
      const { actor } = await whoAsks(context, route, request, reply)
      allowBody(request, reply, actor, actor.kind === 'user' ? bodyLimitBytes(actor) : 0)
    },
    handler: async (request, reply) => {
      const asked = await readRequest(context, route, request, reply)
      const answer = await act(asked).catch((error) => {
        throw toldTo(asked.actor, error)
      })
      if (reply.sent) return reply
      reply.header('cache-control', 'no-store').code(route.status ?? 200)
      if (route.reply === 'none') return reply.send()
      return reply.send(z.parse(route.reply as Schema, answer))
    },
  })
}
