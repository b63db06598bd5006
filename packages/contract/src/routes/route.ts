/** What a route is: the one description from which server types, client calls and /openapi.json derive. */
import type { input, output, ZodMiniType } from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import type { TokenScope } from '../states.ts'
import type { Header } from './headers.ts'

export type Schema = ZodMiniType

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With :name for each of params. */
  path: string
  /** One sentence for /openapi.json. */
  summary: string
  /**
   * browser: a visitor, signed in or not; user: signed in, Authorization: Bearer <accessToken>; sameOrigin: the session's cookie, from our
   * own pages alone; ticket: Authorization: Bearer <SecurityToken>; link: what the slug, its recipient's token or a `dl` allows; operator: a
   * browser's session of an account that runs the service, to everybody else an unknown address.
   */
  who: 'anyone' | 'browser' | 'user' | 'sameOrigin' | 'ticket' | 'link' | 'operator'
  /**
   * What an API token, or a program that was let in for some things alone, has to be allowed for this call; `any`: each of them may. Without
   * it none may: the call decides who acts for the account (only `who: 'user'` and `'browser'`).
   */
  scope?: TokenScope | 'any'
  /** Decides so much that whoever asks has proven within the last minutes who they are (A12; only without a `scope`). */
  needsProof?: true
  /** About the account's own matters, such as what it pays: nobody does it for a team as one of its people (only `who: 'user'`). */
  isOwnersOnly?: true
  /** About all that is under one root: whoever sees only their own and shared things of it does not ask (only `who: 'user'`). */
  isLeadersOnly?: true
  /** About the person, whomever they act for: the team that a call names is passed over (only `who: 'user'`). */
  isOwnAccount?: true
  /** A credential of this call alone, beside what `who` says. */
  credential?: 'signUpTicket' | 'halfLogIn' | 'signInTrip' | 'unlock' | 'webhookSignature' | 'logOutToken'
  /** By the names that people read; case is nothing. */
  headers?: Readonly<Record<string, Header>>
  params?: Schema
  query?: Schema
  body?: Schema
  /** Takes the body as it comes, and of this type: nobody parses it before. */
  rawBody?: 'application/octet-stream' | 'application/json' | 'application/x-www-form-urlencoded'
  /** 'bytes' for files and zips, 'events' for a stream that stays open, 'none' for 204. */
  reply: Schema | 'bytes' | 'events' | 'none'
  status?: 200 | 201 | 202 | 204
  /** Other statuses that come with the same reply. */
  alsoStatus?: readonly number[]
  /** Of a reply in bytes. */
  mediaTypes?: readonly string[]
  /** Answers HEAD too, and GET with Range. */
  hasRanges?: true
  /** Also takes the body as a plain HTML form and answers with a redirect. */
  form?: boolean
  errors: readonly ErrorCode[]
}

type Out<S> = S extends Schema ? output<S> : undefined
type In<S> = S extends Schema ? input<S> : undefined

/** What the act behind a route receives. */
export type RouteInput<R extends Route> = { params: Out<R['params']>; query: Out<R['query']>; body: Out<R['body']> }
/** What a caller of a route gives. */
export type RouteArgs<R extends Route> = { params: In<R['params']>; query: In<R['query']>; body: In<R['body']> }
export type RouteReply<R extends Route> = R['reply'] extends Schema ? output<R['reply']> : void
/** What an act may answer: unknown keys are stripped by the schema. */
export type RouteAnswer<R extends Route> = R['reply'] extends Schema ? input<R['reply']> : void

export const defineRoute = <const R extends Route>(route: R): R => route
