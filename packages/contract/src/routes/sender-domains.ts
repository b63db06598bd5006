/** A domain of one's own that mails come from (B3): a signed mail of an account names its own domain, not the service's. */
import * as z from 'zod/mini'
import { hostNameOf } from '../rules/host-name.ts'
import { domainStates, recordStates } from './domains.ts'
import { id, milliseconds } from './fields.ts'
import { defineRoute } from './route.ts'

const dkimRecord = z.object({
  name: z.string(),
  value: z.string(),
  state: z.enum(recordStates),
  found: z.array(z.string()),
  /** With which mails are signed now; another that is right is on its way in, or out. */
  isSigning: z.boolean(),
})
export type DkimRecord = z.output<typeof dkimRecord>

const senderDomain = z.object({
  /** What a sending says in `pmDomainID`. */
  id,
  host: z.string(),
  address: z.string(),
  state: z.enum(domainStates),
  checkedAt: z.nullable(milliseconds),
  records: z.array(dkimRecord),
  /** Whether the domain says what becomes of mails that are not signed for it; advice only. */
  dmarc: z.object({ name: z.string(), value: z.string(), state: z.enum(recordStates) }),
})
export type SenderDomain = z.output<typeof senderDomain>

const senderView = z.object({
  domain: z.nullable(senderDomain),
  /** What mails come from otherwise. */
  usual: z.string(),
  isAllowed: z.boolean(),
})
export type SenderView = z.output<typeof senderView>

const host = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(300, 'tooLong')),
    z.transform((text: string) => hostNameOf(text.replace(/^.*@/s, '')) ?? ''),
  ),
  z.string().check(z.minLength(1, 'invalid')),
)
/** What mail servers take unquoted, and nobody can read as something else. */
const localPart = z.string().check(z.regex(/^[a-z0-9](?:[a-z0-9._-]{0,40}[a-z0-9])?$/i, 'invalid'))

const ofOwner = { who: 'user', isOwnersOnly: true } as const
const readErrors = ['invalidInput', 'signedOut', 'sessionNeeded', 'notYours'] as const
const writeErrors = [...readErrors, 'accountSuspended', 'accountLeaving', 'rateLimited'] as const

export const readSenderDomain = defineRoute({
  ...ofOwner,
  method: 'GET',
  path: '/api/sender-domain',
  summary: 'The domain that the account’s mails come from, and how DNS stands',
  reply: senderView,
  errors: readErrors,
})

export const setSenderDomain = defineRoute({
  ...ofOwner,
  method: 'PUT',
  path: '/api/sender-domain',
  needsProof: true,
  summary: 'Take a domain for mails, or change what stands before its @; another domain gets new keys',
  body: z.object({ host, localPart }),
  reply: senderView,
  errors: [...writeErrors, 'domainsReserved', 'proofNeeded'],
})

export const checkSenderDomain = defineRoute({
  ...ofOwner,
  method: 'POST',
  path: '/api/sender-domain/check',
  summary: 'Look at DNS now',
  reply: senderView,
  errors: [...writeErrors, 'domainUnknown'],
})

export const renewSenderKey = defineRoute({
  ...ofOwner,
  method: 'POST',
  path: '/api/sender-domain/keys',
  needsProof: true,
  summary: 'Make a new key; mails are signed with it once DNS has it, and with the one before until then',
  reply: senderView,
  errors: [...writeErrors, 'domainUnknown', 'proofNeeded'],
})

export const removeSenderDomain = defineRoute({
  ...ofOwner,
  method: 'DELETE',
  path: '/api/sender-domain',
  needsProof: true,
  summary: 'Mails come from the usual address again, at once',
  reply: senderView,
  errors: [...writeErrors, 'domainUnknown', 'proofNeeded'],
})
