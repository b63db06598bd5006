/** Access tokens (A3): short-lived, for a session that is looked up with every call, so that its end is felt at once. */
import { Problem } from '@sampan/contract/errors'
import { accessTokenSeconds } from '@sampan/contract/limits'
import { jwtVerify, SignJWT } from 'jose'

const audience = 'sampan-access'
const typ = 'at+jwt'

export function issueAccessToken(secret: Buffer, session: { sessionId: string; userId: string }, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: session.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ })
    .setSubject(session.userId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(secret)
}

/** The token of `Authorization: Bearer`, or null where none was sent. */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^Bearer (\S{1,4096})$/.exec(authorization ?? '')?.[1] ?? null

/** API tokens say by their beginning what they are, so that people and scanners of secrets know one. */
export const apiTokenPrefix = 'smp_'
export const isApiToken = (token: string): boolean => token.startsWith(apiTokenPrefix)

/** The session that a token speaks of; throws signedOut for anything but a live token of ours. Algorithm, type and audience are fixed. */
export async function readAccessToken(secret: Buffer, token: string, now: Date): Promise<{ sessionId: string; userId: string }> {
  try {
    const rules = { algorithms: ['HS256'], typ, audience, requiredClaims: ['exp'], currentDate: now }
    const { payload } = await jwtVerify(token, secret, rules)
    if (typeof payload.sid !== 'string' || !payload.sub) throw new Problem('signedOut')
    return { sessionId: payload.sid, userId: payload.sub }
  } catch {
    throw new Problem('signedOut')
  }
}
