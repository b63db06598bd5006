/** Storage tickets (U7): our own, for one root and one purpose, write-only, an hour; they survive a restart. */
import { Problem } from '@sampan/contract/errors'
import { ticketSeconds } from '@sampan/contract/limits'
import { jwtVerify, SignJWT } from 'jose'

export type Ticket = { kind: 'anonUpload'; browserHash: string }

const audience = 'sampan-upload'

export async function issueTicket(secret: Buffer, ticket: Ticket, now: Date): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + ticketSeconds * 1000)
  const token = await new SignJWT({ kind: ticket.kind })
    .setProtectedHeader({ alg: 'HS256', typ: 'ticket+jwt' })
    .setSubject(ticket.browserHash)
    .setAudience(audience)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(secret)
  return { token, expiresAt }
}

/** Throws ticketInvalid for anything but a live ticket of ours; algorithm, type and audience are fixed. */
export async function readTicket(secret: Buffer, authorization: string | undefined): Promise<Ticket> {
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (!token) throw new Problem('ticketInvalid')
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], typ: 'ticket+jwt', audience })
    if (payload.kind !== 'anonUpload' || !payload.sub) throw new Problem('ticketInvalid')
    return { kind: payload.kind, browserHash: payload.sub }
  } catch {
    throw new Problem('ticketInvalid')
  }
}
