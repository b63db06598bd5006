/** API tokens: told once, kept as a hash, ended at once. Each is a session of its own, which may what its scopes say (O9). */
import { createHmac } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { maxApiTokens } from '@sampan/contract/limits'
import type { ApiToken } from '@sampan/contract/routes/devices'
import type { TokenScope } from '@sampan/contract/states'
import { formatCountry } from '@sampan/texts/format'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import { apiTokenPrefix } from '../../http/access-token.ts'
import type { SignedIn } from '../../http/actor.ts'
import { base62Of, randomText, sha256 } from '../../http/random-text.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { endOf, endProgramSession, lockUser, openProgramSession } from '../accounts/index.ts'
import { tokenMadeJob } from './job-names.ts'
import * as queries from './queries-tokens.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'geo'>

/** 256 bits and more: nobody guesses one, so tries need no counting. */
const tokenChars = 43

function lastUseOf({ geo }: Needs, { language }: SignedIn, token: queries.TokenRow): ApiToken['lastUse'] {
  const { lastUsedAt, lastUsedIp, lastUsedProgram } = token
  if (!lastUsedAt || lastUsedIp === null) return null
  const { countryCode, city } = geo.placeOf(lastUsedIp)
  const place = { ip: lastUsedIp, countryName: formatCountry(countryCode, language), cityName: city }
  return { at: lastUsedAt.getTime(), ...place, program: lastUsedProgram ?? '' }
}

const shown = (needs: Needs, actor: SignedIn, token: queries.TokenRow): ApiToken => ({
  _id: token.id,
  name: token.name,
  scopes: token.scopes,
  createdAt: token.createdAt.getTime(),
  expiresAt: endOf(token.expiresAt)?.getTime() ?? null,
  isExpired: token.expiresAt <= needs.clock(),
  lastUsedAt: token.lastUsedAt?.getTime() ?? null,
  lastUse: lastUseOf(needs, actor, token),
})

export const listTokens = async (needs: Needs, actor: SignedIn): Promise<ApiToken[]> =>
  (await queries.listTokens(needs.db, actor.userId)).map((token) => shown(needs, actor, token))

/** For a call that may be repeated the same secret, which nobody else can work out: only its hash is kept. */
function secretOf(key: Buffer, { userId, sessionId }: SignedIn, requestKey: string | undefined): string {
  if (!requestKey) return randomText(tokenChars)
  const bytes = createHmac('sha256', key)
    .update(JSON.stringify([userId, sessionId, requestKey]))
    .digest()
  return `${base62Of(bytes.subarray(0, 16))}${base62Of(bytes.subarray(16))}`.slice(0, tokenChars)
}

type Asked = { name: string; scopes: readonly TokenScope[]; days: number | null; requestKey: string | undefined }

export async function createToken(
  needs: Needs & Pick<Services, 'secrets'>,
  actor: SignedIn,
  { name, scopes, days, requestKey }: Asked,
): Promise<{ secret: string; token: ApiToken }> {
  const { userId, ip, userAgent } = actor
  const now = needs.clock()
  const secret = `${apiTokenPrefix}${secretOf(needs.secrets.apiToken, actor, requestKey)}`
  const tokenHash = sha256(secret)
  const row = await inTransaction(needs.db, async (tx) => {
    // Creations that race wait here for each other, so that the limit holds.
    await lockUser(tx, userId)
    const before = await queries.findByHash(tx, tokenHash)
    if (before) return before
    const limit = maxApiTokens
    if ((await queries.countLiving(tx, userId, now)) >= limit) throw new Problem('tooManyTokens', { limit })
    const expiresAt = days === null ? null : addSeconds(now, days * 86_400)
    const opened = { userId, kind: 'token', scopes: [...new Set(scopes)], expiresAt, program: name, ip, now } as const
    const sessionId = await openProgramSession(tx, opened)
    const id = await queries.insertToken(tx, { sessionId, tokenHash, name, createdAt: now })
    await addJob(tx, tokenMadeJob, { tokenId: id, userId, userAgent, ip })
    return (await queries.findByHash(tx, tokenHash))!
  })
  return { secret, token: shown(needs, actor, row) }
}

export async function revokeToken(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  { userId }: SignedIn,
  tokenId: string,
): Promise<void> {
  const token = await queries.findToken(db, tokenId, userId)
  if (!token) throw new Problem('notYours')
  await endProgramSession(db, token.sessionId, clock())
}

/** The session that a token stands for, if it is one of ours; whether that lives is asked where it is used. */
export const sessionOfApiToken = async ({ db }: Pick<Needs, 'db'>, token: string): Promise<string | null> =>
  (await queries.findByHash(db, sha256(token)))?.sessionId ?? null

type User = Pick<SignedIn, 'ip' | 'userAgent'>

export const noteTokenUse = ({ db, clock }: Pick<Needs, 'db' | 'clock'>, sessionId: string, { ip, userAgent }: User) =>
  queries.noteUse(db, sessionId, { ip, program: userAgent }, clock())

/** Of the session that asks, whatever its kind. */
export const readToken = ({ userId, email, sessionKind, scopes, sessionEndsAt }: SignedIn) => ({
  ...{ userId, email, kind: sessionKind },
  scopes: scopes && [...scopes],
  expiresAt: endOf(sessionEndsAt)?.getTime() ?? null,
})
