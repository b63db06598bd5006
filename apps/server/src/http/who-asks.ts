/** Who asks, by what session or ticket, and from which page: known before a byte of the body is read (R49), and looked up once. */
import { cookies } from '@sampan/contract/cookies'
import { Problem } from '@sampan/contract/errors'
import { proofSeconds } from '@sampan/contract/limits'
import { teamHeader } from '@sampan/contract/routes/headers'
import type { Route } from '@sampan/contract/routes/route'
import type { TokenScope } from '@sampan/contract/states'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addSeconds } from '../add-seconds.ts'
import type { Config } from '../config/config.ts'
import type { Origin } from '../links.ts'
import { bearerOf, isApiToken, readAccessToken } from './access-token.ts'
import { type Actor, bindBrowser, guestOf, type Identity, signedInOf, visitOf } from './actor.ts'
import { readCookie } from './own-cookie.ts'
import { noteRequest } from './request-notes.ts'
import { refuseForeignPage, requireSameOrigin } from './same-origin.ts'
import { readTicket, type Ticket } from './ticket.ts'

export type HttpContext = {
  config: Pick<Config, 'isHttps' | 'signInProviders'> & Origin
  secrets: { ticket: Buffer; access: Buffer }
  clock: () => Date
  /** Finds the account behind a session, acting for a team if one is named; null once the session has ended, or it is not of that team. */
  identityOf: (sessionId: string, teamId: string | null) => Promise<Identity | null>
  /** Finds the same, up to half a minute late: for calls that ask with every part. */
  recentIdentityOf: (sessionId: string, teamId: string | null) => Promise<Identity | null>
  /** Finds the owner behind the refresh token of a browser's cookie, up to half a minute late; null if it gives no session any more. */
  ownerOfCookie: (refreshToken: string) => Promise<string | null>
  /** Finds the session of an API token; null if we made no such token. */
  sessionOfApiToken: (token: string) => Promise<string | null>
  /** Keeps when and from where the token of a living session was used last. */
  noteApiTokenUse: (sessionId: string, by: Pick<Actor, 'ip' | 'userAgent'>) => Promise<void>
}
export type Who = { actor: Actor; ticket: Ticket | null }

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

const isByToken = ({ who }: Route): boolean => who === 'browser' || who === 'user' || who === 'operator'
const bindsBrowser = (route: Route): boolean => route.who === 'browser' || route.who === 'sameOrigin'

/** Of the account that the browser is signed in to; for links, which nobody needs to be signed in for. */
export async function sessionOwnerOf(context: HttpContext, request: FastifyRequest): Promise<string | null> {
  const token = readCookie(request, cookies.refresh, context.config)
  return token ? context.ownerOfCookie(token) : null
}

/** A token that was sent must be right: nobody is quietly taken for a guest. */
async function actorByToken(context: HttpContext, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
  const browserHash = bindsBrowser(route) ? bindBrowser(request, reply, context.config) : null
  const token = bearerOf(request.headers.authorization)
  if (route.who === 'link') return guestOf(request, browserHash, await sessionOwnerOf(context, request))
  if (!token || route.who === 'sameOrigin' || route.who === 'anyone') {
    if (route.who === 'user') throw new Problem('signedOut')
    return guestOf(request, browserHash)
  }
  const teamId = route.isOwnAccount ? null : teamOf(request)
  const identityBy = isApiToken(token) ? identityByApiToken : identityByAccessToken
  const identity = await identityBy(context, token, teamId)
  // Whoever is out of a team is signed in all the same.
  if (!identity) throw new Problem(teamId && (await identityBy(context, token, null)) ? 'notInTeam' : 'signedOut')
  refuseUnlessBy(context, identity)
  if (isApiToken(token)) await context.noteApiTokenUse(identity.sessionId, visitOf(request))
  if (identity.scopes) requireScope(route, identity.scopes)
  const isRefused = route.isOwnersOnly ? identity.teamRole !== 'owner' : route.isLeadersOnly && identity.isMember
  if (isRefused) throw new Problem('notYours')
  if (route.needsProof && !isProven(identity, context.clock())) throw new Problem('proofNeeded', proofOf(identity))
  return signedInOf(request, browserHash, identity)
}

/**
 * The operator's pages (O11): to whoever is none they are an unknown address. A password alone opens none of them: the account has a
 * second step, or the session was opened by a passkey.
 */
async function operatorBy(context: HttpContext, route: Route, request: FastifyRequest): Promise<Actor> {
  const token = bearerOf(request.headers.authorization)
  if (!token || isApiToken(token)) throw new Problem('notFound')
  const identity = await identityByAccessToken(context, token, null)
  if (!identity) throw new Problem('signedOut')
  if (!identity.isOperator || identity.sessionKind !== 'browser') throw new Problem('notFound')
  if (identity.provesBy !== 'code' && identity.openedBy !== 'passkey') throw new Problem('operatorUnsecured')
  if (route.needsProof && !isProven(identity, context.clock())) throw new Problem('proofNeeded', proofOf(identity))
  return signedInOf(request, null, identity)
}

/** Whoever was let in for some things alone gets no further than those. A token is one of them, whatever its scopes are. */
function requireScope({ scope }: Route, scopes: readonly TokenScope[]): void {
  if (!scope) throw new Problem('sessionNeeded')
  if (scope !== 'any' && !scopes.includes(scope)) throw new Problem('scopeMissing', { scope })
}

/** A team may say by which provider its people log in; programs, which are let in by somebody's session, do not act for it then. */
function refuseUnlessBy({ config }: HttpContext, { lacksProvider: provider }: Identity): void {
  if (provider === null) return
  const name = config.signInProviders.find(({ id }) => id === provider)?.name ?? provider
  throw new Problem('teamLogInNeeded', { provider, name })
}

/** What would be one: told with the refusal. */
export const proofOf = ({ provesBy, hasPasskey, providers }: Pick<Identity, 'provesBy' | 'hasPasskey' | 'providers'>) => ({
  by: provesBy,
  ...(hasPasskey && { hasPasskey }),
  ...(provesBy !== 'code' && providers.length > 0 && { providers }),
})

export const isProven = ({ provenAt }: Pick<Identity, 'provenAt'>, now: Date): boolean =>
  provenAt !== null && addSeconds(provenAt, proofSeconds) > now

/** The team that the caller acts for; the account's own where none is named. Which it may, its rows say. */
function teamOf({ headers }: FastifyRequest): string | null {
  const named = headers[teamHeader]
  if (named === undefined) return null
  if (typeof named !== 'string' || !isUuid(named)) throw new Problem('notInTeam')
  return named
}

async function identityByAccessToken(context: HttpContext, token: string, teamId: string | null): Promise<Identity | null> {
  const { sessionId, userId } = await readAccessToken(context.secrets.access, token, context.clock())
  const identity = await context.identityOf(sessionId, teamId)
  return identity?.userId === userId ? identity : null
}

async function identityByApiToken(context: HttpContext, token: string, teamId: string | null): Promise<Identity | null> {
  const sessionId = await context.sessionOfApiToken(token)
  return sessionId ? context.identityOf(sessionId, teamId) : null
}

/** An account's ticket ends with the session that asked for it (R27). */
async function actorByTicket(context: HttpContext, request: FastifyRequest): Promise<{ actor: Actor; ticket: Ticket }> {
  const ticket = await readTicket(context.secrets.ticket, request.headers.authorization, context.clock())
  // A ticket for a file request belongs to no session, even if the browser is signed in.
  if (ticket.kind !== 'userUpload') return { ticket, actor: guestOf(request, null) }
  const identity = await context.recentIdentityOf(ticket.sessionId, ticket.ownerId)
  if (identity?.userId !== ticket.userId) throw new Problem('ticketInvalid')
  refuseUnlessBy(context, identity)
  return { ticket, actor: signedInOf(request, null, identity) }
}

async function lookUp(context: HttpContext, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<Who> {
  if (route.who === 'sameOrigin') requireSameOrigin(request, context.config)
  else if (isByToken(route) && route.method !== 'GET') refuseForeignPage(request, context.config)
  const who =
    route.who === 'ticket'
      ? await actorByTicket(context, request)
      : {
          ticket: null,
          actor: await (route.who === 'operator'
            ? operatorBy(context, route, request)
            : actorByToken(context, route, request, reply)),
        }
  if (who.actor.userId) noteRequest(request, { userId: who.actor.userId })
  return who
}

const known = new WeakMap<FastifyRequest, Promise<Who>>()

/** The first who asks of a request looks it up, whether that is the hook in front of its body or the handler of a raw route. */
export function whoAsks(context: HttpContext, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<Who> {
  const found = known.get(request) ?? lookUp(context, route, request, reply)
  known.set(request, found)
  return found
}
