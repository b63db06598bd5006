/** Speaks the contract: a route and its arguments in, its reply or a Problem out. */
import { Problem } from '@sampan/contract/errors'
import { parts } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import type { Route, RouteArgs, RouteReply, Schema } from '@sampan/contract/routes/route'
import { config, safeParse } from 'zod/mini'
import { type PlainReply, problemOf } from './api-reply.ts'
import { addressOf, checkInput, type LooseArgs } from './api-request.ts'
import { type Clock, systemClock } from './clock.ts'
import { startDeadline } from './deadline.ts'
import { NetworkError } from './network-error.ts'
import { randomId } from './random-id.ts'
import { withRetries } from './retry.ts'

// Compiled schemas need `new Function`, which a strict content security policy forbids.
config({ jitless: true })

type Optional<T> = undefined extends T ? true : Record<never, never> extends T ? true : false
type ArgsOf<A> = { [K in keyof A as Optional<A[K]> extends true ? never : K]: A[K] } & {
  [K in keyof A as Optional<A[K]> extends true ? K : never]?: A[K] | undefined
}
/** What a call of a route takes; `ticket` is the SecurityToken of /stsAuth. */
export type CallArgs<R extends Route> = ArgsOf<RouteArgs<R>> & HowToCall & { ticket?: string }
/** How long one answer may take, how often the call is repeated by itself, and whether the browser takes its answer when the page is gone. */
type HowToCall = {
  signal?: AbortSignal | undefined
  limitMs?: number
  retries?: number
  outlivesPage?: boolean
  /** Those that the route names beside the usual ones. */
  headers?: Record<string, string>
}
type Rest<A> = Record<never, never> extends A ? [args?: A] : [args: A]

export type Api = {
  /**
   * Throws a Problem (codes of the contract; `details.requestId` names the request), a NetworkError when no answer came, or the signal's
   * reason. Repeats by itself what may be repeated (H3).
   */
  call<R extends Route>(route: R, ...args: Rest<CallArgs<R>>): Promise<RouteReply<R>>
  /** Address and headers of a route for those who send its bytes themselves. */
  target<R extends Route>(route: R, args: Omit<CallArgs<R>, keyof HowToCall>): { url: string; headers: Record<string, string> }
  /** The line may be another one now: what stays without an answer may wait for one over the old line, and is asked again soon. */
  reconnect(): void
}

/** Who is signed in, if anybody: the access token lives in memory alone (A3). */
export type ApiSession = {
  /** The token to send; null for a guest. May wait for a renewal that is under way. */
  token(): Promise<string | null>
  /** The server refused this token: a new one, or null when the session has ended. */
  renew(refused: string): Promise<string | null>
}

export type ApiOptions = {
  /** The server's address; in a page it is empty and means its own origin. */
  baseUrl?: string
  fetch?: typeof fetch
  language?: () => Language
  /** As they are at the moment of each call. */
  headers?: () => Record<string, string>
  session?: ApiSession
  clock?: Clock
  random?: () => number
}

const takesToken = (route: Route): boolean => ['user', 'browser', 'operator'].includes(route.who)

/** Sends the token along, and once more a new one where the server refused it. */
async function callSignedIn<T>(call: () => Promise<T>, headers: Record<string, string>, session: ApiSession): Promise<T> {
  const token = await session.token()
  if (!token) return call()
  headers.Authorization = `Bearer ${token}`
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'signedOut')) throw error
    const renewed = await session.renew(token)
    if (!renewed) throw error
    headers.Authorization = `Bearer ${renewed}`
    return call()
  }
}

const callLimitMs = parts.stalledMs
/**
 * How long an answer may take once the line may have changed, and how long this is so: connections of the old line may be used again.
 * Shorter than a used refresh token is borne with (refreshGraceSeconds), as that call is repeated too.
 */
const suspect = { limitMs: 8000, forMs: 60_000 }
/** The slowest line that is served, bytes to a millisecond: a long body gets its time. */
const slowest = 16

function replyValue(route: Route, reply: PlainReply): unknown {
  if (reply.status < 200 || reply.status > 299) throw problemOf(reply)
  if (typeof route.reply === 'string') return undefined
  try {
    const result = safeParse(route.reply as Schema, JSON.parse(reply.text))
    if (result.success) return result.data
  } catch {}
  throw new Problem('internal', { status: reply.status, reason: 'The reply is not what the contract says' })
}

export function createApi(options: ApiOptions = {}): Api {
  const { baseUrl = '', language, clock = systemClock, random = Math.random } = options
  const send = options.fetch ?? ((input, init) => fetch(input, init))

  const headersOf = (ticket?: string): Record<string, string> => ({
    ...options.headers?.(),
    ...(language && { 'Accept-Language': language() }),
    'X-Sampan': '1',
    ...(ticket && { Authorization: `Bearer ${ticket}` }),
  })

  const underWay = new Set<() => void>()
  let suspectUntilMs = 0
  async function sendOnce(url: string, init: RequestInit, { signal, limitMs = callLimitMs }: HowToCall): Promise<PlainReply> {
    const deadline = startDeadline(clock, limitMs, signal)
    const hasten = () => deadline.hasten(suspect.limitMs + String(init.body ?? '').length / slowest)
    underWay.add(hasten)
    if (clock.now() < suspectUntilMs) hasten()
    try {
      const response = await send(url, { ...init, credentials: 'same-origin', signal: deadline.signal })
      return { status: response.status, text: await response.text(), header: (name) => response.headers.get(name) }
    } catch (error) {
      if (deadline.signal.aborted) throw deadline.signal.reason
      throw new NetworkError('No answer from the server', { cause: error })
    } finally {
      underWay.delete(hasten)
      deadline.end()
    }
  }

  async function call(route: Route, args: LooseArgs & HowToCall & { ticket?: string } = {}): Promise<unknown> {
    checkInput(route.body, args.body)
    const headers = headersOf(args.ticket)
    Object.assign(headers, args.headers)
    if (route.body) headers['Content-Type'] = 'application/json'
    // One key for all repeats: what a lost answer had already created is not created again.
    if (route.method === 'POST' || route.method === 'PATCH') headers['Idempotency-Key'] = randomId()
    const body = route.body && JSON.stringify(args.body)
    const init = {
      method: route.method,
      headers,
      ...(body !== undefined && { body }),
      ...(args.outlivesPage && { keepalive: true }),
    }
    const once = async () => replyValue(route, await sendOnce(addressOf(baseUrl, route, args), init, args))
    const call = () => withRetries(once, { clock, random, signal: args.signal, retries: args.retries })
    return takesToken(route) && options.session ? callSignedIn(call, headers, options.session) : call()
  }

  return {
    call: call as Api['call'],
    target: (route, args) => ({ url: addressOf(baseUrl, route, args as LooseArgs), headers: headersOf(args.ticket) }),
    reconnect() {
      suspectUntilMs = clock.now() + suspect.forMs
      for (const hasten of underWay) hasten()
    },
  }
}
