/** Refresh tokens: derived from a session and the generation of its family, never stored (A3). */
import { cookies } from '@sampan/contract/cookies'
import { programGraceSeconds, refreshGraceSeconds } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import { sign, unsign } from '../../http/signing.ts'
import type { SessionRow } from './queries.ts'

export const refreshTokenOf = (secret: Buffer, { id, generation }: Pick<SessionRow, 'id' | 'generation'>): string =>
  sign(secret, `${id}.${generation}`)

/** What a token says, or null where it is not ours. */
export function readRefreshToken(secret: Buffer, token: string): { sessionId: string; generation: number } | null {
  const [sessionId, generation] = unsign(secret, token)?.split('.') ?? []
  return sessionId && generation ? { sessionId, generation: Number(generation) } : null
}

/** From now on a session lives so long without being used. */
export const sessionEnd = (now: Date): Date => addSeconds(now, cookies.refresh.maxAgeSeconds)

export type Verdict = 'rotate' | 'grace' | 'replay' | 'over'

/** A program is alone with its token, but its line may be bad, and the server killed between its answer and the line. */
const graceMs = ({ kind }: SessionRow): number => (kind === 'device' ? programGraceSeconds : refreshGraceSeconds) * 1000

/** The current token gives the next one; the one before it only an access token, and only while two tabs may race; others were copied. */
export function classifyGeneration(session: SessionRow | undefined, generation: number, now: Date): Verdict {
  if (!session || session.endedAt || session.expiresAt <= now) return 'over'
  if (generation === session.generation) return 'rotate'
  const isFresh = now.getTime() - session.rotatedAt.getTime() <= graceMs(session)
  return generation === session.generation - 1 && isFresh ? 'grace' : 'replay'
}
