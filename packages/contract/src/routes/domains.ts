/** Hosts of one's own that links stand at (B2): what to set in DNS, and what is there. */
import * as z from 'zod/mini'
import { hostNameOf } from '../rules/host-name.ts'
import { milliseconds, ok } from './fields.ts'
import { defineRoute } from './route.ts'

/** `waiting`: never been right; `broken`: it was, and links have gone back to the installation's own address meanwhile. */
export const domainStates = ['waiting', 'verified', 'broken'] as const
export type DomainState = (typeof domainStates)[number]

/** `other`: something else is there; `unknown`: the name servers did not answer. */
export const recordStates = ['right', 'missing', 'other', 'unknown'] as const

const dnsRecord = z.object({
  /** `A`: where a name cannot have a CNAME, as the domain itself; either does. */
  kind: z.enum(['TXT', 'CNAME', 'A', 'AAAA']),
  name: z.string(),
  /** What is wanted. */
  value: z.string(),
  state: z.enum(recordStates),
  /** What is there instead. */
  found: z.array(z.string()),
})
export type DnsRecord = z.output<typeof dnsRecord>

const linkDomain = z.object({
  host: z.string(),
  /** One of the installation's own sub-domains, for which nobody has to set anything. */
  isSubdomain: z.boolean(),
  state: z.enum(domainStates),
  checkedAt: z.nullable(milliseconds),
  verifiedAt: z.nullable(milliseconds),
  records: z.array(dnsRecord),
})
export type LinkDomain = z.output<typeof linkDomain>

const domainsView = z.object({
  domains: z.array(linkDomain),
  /** The host of the installation, which links stand at otherwise. */
  base: z.string(),
  /** Whether the installation gives its own sub-domains away. */
  hasSubdomains: z.boolean(),
  /** Whether the plan has hosts of one's own. */
  isAllowed: z.boolean(),
})
export type DomainsView = z.output<typeof domainsView>

const host = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(300, 'tooLong')),
    z.transform((text: string) => hostNameOf(text) ?? ''),
  ),
  z.string().check(z.minLength(1, 'invalid')),
)

export const readDomains = defineRoute({
  method: 'GET',
  path: '/api/domains',
  who: 'user',
  isOwnersOnly: true,
  summary: 'The hosts that the account’s links stand at, and how DNS stands',
  reply: domainsView,
  errors: ['invalidInput', 'signedOut', 'sessionNeeded', 'notYours'],
})

const writeErrors = [
  'invalidInput',
  'signedOut',
  'sessionNeeded',
  'notYours',
  'accountSuspended',
  'accountLeaving',
  'rateLimited',
] as const

export const addDomain = defineRoute({
  method: 'POST',
  path: '/api/domains',
  who: 'user',
  isOwnersOnly: true,
  needsProof: true,
  summary: 'Take a host for links; the same again changes nothing. It is used once DNS is right',
  body: z.object({ host }),
  reply: domainsView,
  errors: [...writeErrors, 'domainsReserved', 'domainTaken', 'domainThere', 'proofNeeded'],
})

export const checkDomain = defineRoute({
  method: 'POST',
  path: '/api/domains/:host/check',
  who: 'user',
  isOwnersOnly: true,
  summary: 'Look at DNS now',
  params: z.object({ host }),
  reply: domainsView,
  errors: [...writeErrors, 'domainUnknown'],
})

export const removeDomain = defineRoute({
  method: 'DELETE',
  path: '/api/domains/:host',
  who: 'user',
  isOwnersOnly: true,
  needsProof: true,
  summary: 'Give a host back; its links stop working there at once',
  params: z.object({ host }),
  reply: domainsView,
  errors: [...writeErrors, 'domainUnknown', 'proofNeeded'],
})

/** For a proxy that gets certificates as hosts are asked for (Caddy's on-demand TLS, which asks with `domain`). */
export const askDomain = defineRoute({
  method: 'GET',
  path: '/api/domains/ask',
  who: 'anyone',
  summary: 'Whether links stand at a host: 200, or 404',
  query: z.object({ domain: z.string().check(z.maxLength(300, 'tooLong')) }),
  reply: ok,
  errors: ['invalidInput', 'domainUnknown'],
})
