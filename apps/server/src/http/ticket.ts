/** Storage tickets (U7): we sign each for one owner and one purpose. It permits writing only, is valid for an hour, and survives a restart. */
import { Problem } from '@sampan/contract/errors'
import { ticketSeconds } from '@sampan/contract/limits'
import { jwtVerify, SignJWT } from 'jose'
import { addSeconds } from '../add-seconds.ts'
import { bearerOf } from './access-token.ts'

/**
 * Whose uploads it opens: a browser's, an account's under one owner for as long as the session lives that asked for it and acts there (null
 * in those of the version before: the account's own), or those in one browser for what a
 * purpose has tickets for (features/uploads/purpose): the ids are its own. `uploadIds`: those alone.
 */
export type Ticket =
  | { kind: 'anonUpload'; browserHash: string }
  | { kind: 'userUpload'; browserHash: string; userId: string; sessionId: string; ownerId: string | null }
  | {
      kind: 'purpose'
      browserHash: string
      purpose: string
      purposeId: string
      purposeOf: string | null
      uploadIds?: readonly string[] | undefined
    }

const audience = 'sampan-upload'
const typ = 'ticket+jwt'

export async function issueTicket(secret: Buffer, ticket: Ticket, now: Date): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = addSeconds(now, ticketSeconds)
  const token = await new SignJWT({ ...ticket })
    .setProtectedHeader({ alg: 'HS256', typ })
    .setAudience(audience)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(secret)
  return { token, expiresAt }
}

const idsIn = (ids: unknown): string[] => (Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [])

function ticketIn({ kind, browserHash, ...rest }: Record<string, unknown>): Ticket {
  const { userId, sessionId, ownerId, purpose, purposeId, purposeOf, uploadIds } = rest
  if (typeof browserHash === 'string') {
    if (kind === 'anonUpload') return { kind, browserHash }
    if (kind === 'userUpload' && typeof userId === 'string' && typeof sessionId === 'string')
      return { kind, browserHash, userId, sessionId, ownerId: typeof ownerId === 'string' ? ownerId : null }
    const isOf = typeof purposeOf === 'string' || purposeOf === null
    if (kind === 'purpose' && typeof purpose === 'string' && typeof purposeId === 'string' && isOf)
      return { kind, browserHash, purpose, purposeId, purposeOf, ...(uploadIds !== undefined && { uploadIds: idsIn(uploadIds) }) }
  }
  throw new Problem('ticketInvalid')
}

/** Throws ticketInvalid unless we signed the ticket and it is still valid; algorithm, type and audience are fixed. */
export async function readTicket(secret: Buffer, authorization: string | undefined, now: Date): Promise<Ticket> {
  const token = bearerOf(authorization)
  if (!token) throw new Problem('ticketInvalid')
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], typ, audience, currentDate: now })
    return ticketIn(payload)
  } catch {
    throw new Problem('ticketInvalid')
  }
}
