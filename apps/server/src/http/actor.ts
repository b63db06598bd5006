/** Who asks: worked out once per request, from the peer, the cookies, the token and nothing that a body says. */
import { cookieName, cookies, languageCookie } from '@sampan/contract/cookies'
import { defaultLanguage, isLanguage, type Language } from '@sampan/contract/paths'
import type { OwnLimits, Role } from '@sampan/contract/plans'
import type { TeamRole } from '@sampan/contract/rules/teams'
import { wantedLanguage } from '@sampan/contract/rules/wanted-language'
import type { OwnerStatus, SessionKind, SessionProof, TokenScope } from '@sampan/contract/states'
import type { FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config/config.ts'
import { readCookie, setCookie } from './own-cookie.ts'
import { randomText, sha256 } from './random-text.ts'
import { isPrefetch } from './robots.ts'

/** An account behind a live session, as its rows say now. */
export type Identity = {
  sessionId: string
  sessionKind: SessionKind
  /** By what it was opened. */
  openedBy: SessionProof
  /** What it may for the account; null: all that the account itself may. */
  scopes: readonly TokenScope[] | null
  /** When it runs out, unless it is gone on with or ended before. */
  sessionEndsAt: Date
  /** When the person proved here last who they are (A12); null for programs. */
  provenAt: Date | null
  /** What a fresh proof is: a code where the second step is on; by a provider alone where there is no password (A11). */
  provesBy: 'password' | 'code' | 'provider'
  /** Those that are as good as a password. */
  providers: string[]
  /** A passkey is as good (A9). */
  hasPasskey: boolean
  userId: string
  /** The owner whose storage and limits count: the account's own, or that of the team that it acts for. */
  ownerId: string
  /** Runs the service (O11). */
  isOperator: boolean
  /** In which it acts; whoever acts for the own account is its owner. */
  teamRole: TeamRole
  /** The team that it acts for wants it to be logged in by this provider, and it is not (A11). */
  lacksProvider: string | null
  /** Sees own and shared things alone (M2). */
  isMember: boolean
  role: Role
  /** Of that owner, in the place of its plan's (O11). */
  ownLimits: OwnLimits | null
  status: OwnerStatus
  /** The account whose root it is, is to be deleted unless it is kept after all (A5): until then it may do what a suspended one may. */
  isLeaving: boolean
  email: string
  language: Language
}

type Visit = {
  /** Hash of the browser's id; the id itself is only in its cookie. Null where the route binds no browser. */
  browserHash: string | null
  ip: string
  /** What limits count: an IPv4 address or an IPv6 /64. */
  networkKey: string
  userAgent: string
  /** The browser fetches ahead what nobody has opened yet. */
  isPrefetch: boolean
  /** On pages of links: of the account that this browser is signed in to, by its cookie. What it reads of its own counts nowhere (D5). */
  sessionOwnerId: string | null
  /** Whose host was asked, where it is one that links stand at: only theirs are there (B2). */
  hostOwnerId: string | null
  language: Language
}
export type Guest = Visit & { kind: 'anonymous'; userId: null; ownerId: null; role: 'anon'; ownLimits: null }
/** `language` is that of the request; the account's own is what its mails speak. */
export type SignedIn = Visit & { kind: 'user' } & Omit<Identity, 'language'> & { mailLanguage: Language }
export type Actor = Guest | SignedIn

export function networkKeyOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** Cookie first, then Accept-Language by its weights; the default where neither names one that there is. */
export function languageOf(request: FastifyRequest): Language {
  // Cookies are missing where an address could not even be decoded; https gives the name its prefix.
  const given = request.cookies ?? {}
  const chosen = given[cookieName(languageCookie.name, true)] ?? given[languageCookie.name]
  if (chosen !== undefined && isLanguage(chosen)) return chosen
  const wishes = (request.headers['accept-language'] ?? '')
    .split(',', 20)
    .map((wish) => ({ language: wantedLanguage(wish), weight: Number(/;\s*q=([\d.]+)/.exec(wish)?.[1] ?? 1) }))
    .sort((a, b) => b.weight - a.weight)
  return wishes.find(({ language }) => language !== null)?.language ?? defaultLanguage
}

const browserIdLength = 32

/** The browser's hash; a browser without an id gets one. */
export function bindBrowser(request: FastifyRequest, reply: FastifyReply, config: Pick<Config, 'isHttps'>): string {
  const known = readCookie(request, cookies.browser, config)
  const id = known?.length === browserIdLength ? known : randomText(browserIdLength)
  if (id !== known) setCookie(reply, cookies.browser, id, config)
  return sha256(`browser:${id}`).toString('hex')
}

export const visitOf = (
  request: FastifyRequest,
  browserHash: string | null = null,
  sessionOwnerId: string | null = null,
): Visit => ({
  browserHash,
  ip: ipaddr.isValid(request.ip) ? ipaddr.process(request.ip).toString() : request.ip,
  networkKey: networkKeyOf(request.ip),
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
  isPrefetch: isPrefetch(request.headers),
  sessionOwnerId,
  hostOwnerId: request.hostOwnerId ?? null,
  language: languageOf(request),
})

export const guestOf = (request: FastifyRequest, browserHash: string | null, sessionOwnerId: string | null = null): Guest => ({
  kind: 'anonymous',
  userId: null,
  ownerId: null,
  role: 'anon',
  ownLimits: null,
  ...visitOf(request, browserHash, sessionOwnerId),
})

export const signedInOf = (
  request: FastifyRequest,
  browserHash: string | null,
  { language: mailLanguage, ...identity }: Identity,
): SignedIn => ({ kind: 'user', ...identity, ...visitOf(request, browserHash), mailLanguage })
