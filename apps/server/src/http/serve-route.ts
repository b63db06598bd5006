/** Contract route -> Fastify: shape in, actor, act, shape out. */
import { type FieldCode, fieldCodes, Problem } from '@sampan/contract/errors'
import type { Route, RouteAnswer, RouteInput, Schema } from '@sampan/contract/routes/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import type { Origin } from '../links.ts'
import { bearerOf, isApiToken, readAccessToken } from './access-token.ts'
import { type Actor, bindBrowser, guestOf, type Identity, type SignedIn, signedInOf } from './actor.ts'
import { noteRequest } from './request-notes.ts'
import { refuseForeignPage, requireSameOrigin } from './same-origin.ts'
import { readTicket, type Ticket } from './ticket.ts'

export type HttpContext = {
  config: Pick<Config, 'isHttps'> & Origin
  secrets: { ticket: Buffer; access: Buffer }
  clock: () => Date
  /** The account behind a session that lives; null when it has ended. */
  identityOf: (sessionId: string) => Promise<Identity | null>
  /** The same, late by half a minute at most: for what asks with every part. */
  recentIdentityOf: (sessionId: string) => Promise<Identity | null>
  /** The session that an API token stands for; null for one that is not ours. */
  sessionOfApiToken: (token: string) => Promise<string | null>
}
type HeadersOf<R extends Route> = R['headers'] extends object
  ? { [Name in keyof R['headers']]: string | undefined }
  : Record<never, never>
export type Asked<R extends Route> = RouteInput<R> & {
  /** Those that the route declares: an act that reads another one does not compile. */
  headers: HeadersOf<R>
  actor: R['who'] extends 'user' ? SignedIn : Actor
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

const bindsBrowser = (route: Route): boolean => route.who === 'browser' || route.who === 'sameOrigin'

/** A token that was sent must be right: nobody is quietly taken for a guest. */
async function actorByToken(context: HttpContext, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
  const browserHash = bindsBrowser(route) ? bindBrowser(request, reply, context.config) : null
  const token = bearerOf(request.headers.authorization)
  if (!token || route.who === 'sameOrigin' || route.who === 'anyone' || route.who === 'link') {
    if (route.who === 'user') throw new Problem('signedOut')
    return guestOf(request, browserHash)
  }
  const identity = await (isApiToken(token) ? identityByApiToken(context, token) : identityByAccessToken(context, token))
  if (!identity) throw new Problem('signedOut')
  if (route.isSessionOnly && identity.sessionKind === 'token') throw new Problem('sessionNeeded')
  return signedInOf(request, browserHash, identity)
}

async function identityByAccessToken(context: HttpContext, token: string): Promise<Identity | null> {
  const { sessionId, userId } = await readAccessToken(context.secrets.access, token, context.clock())
  const identity = await context.identityOf(sessionId)
  return identity?.userId === userId ? identity : null
}

async function identityByApiToken(context: HttpContext, token: string): Promise<Identity | null> {
  const sessionId = await context.sessionOfApiToken(token)
  return sessionId ? context.identityOf(sessionId) : null
}

/** An account's ticket ends with the session that asked for it (R27). */
async function actorByTicket(context: HttpContext, request: FastifyRequest): Promise<{ actor: Actor; ticket: Ticket }> {
  const ticket = await readTicket(context.secrets.ticket, request.headers.authorization, context.clock())
  // That of a request is nobody's session, whoever is signed in beside it.
  if (ticket.kind !== 'userUpload') return { ticket, actor: guestOf(request, null) }
  const identity = await context.recentIdentityOf(ticket.sessionId)
  if (identity?.userId !== ticket.userId) throw new Problem('ticketInvalid')
  return { ticket, actor: signedInOf(request, null, identity) }
}

const headersOf = (route: Route, { headers }: FastifyRequest): Record<string, string | undefined> =>
  Object.fromEntries(Object.keys(route.headers ?? {}).map((name) => [name, headers[name.toLowerCase()]?.toString()]))

/** What an act is told of a request; also for raw routes. */
export async function readRequest<R extends Route>(
  context: HttpContext,
  route: R,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Asked<R>> {
  if (route.who === 'sameOrigin') requireSameOrigin(request, context.config)
  else if ((route.who === 'browser' || route.who === 'user') && route.method !== 'GET') refuseForeignPage(request, context.config)
  const who =
    route.who === 'ticket'
      ? await actorByTicket(context, request)
      : { ticket: null, actor: await actorByToken(context, route, request, reply) }
  if (who.actor.userId) noteRequest(request, { userId: who.actor.userId })
  const asked = {
    params: parse(route.params, request.params),
    query: parse(route.query, request.query),
    body: parse(route.body, request.body),
    headers: headersOf(route, request),
  }
  return { ...asked, ...who, request, reply } as Asked<R>
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
