/** API tokens: told once, kept as a hash, ended at once. Each is a session of its own. */
import { createHmac } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { maxApiTokens } from '@sampan/contract/limits'
import type { ApiToken } from '@sampan/contract/routes/devices'
import { inTransaction } from '../../db/connect.ts'
import { apiTokenPrefix } from '../../http/access-token.ts'
import type { SignedIn } from '../../http/actor.ts'
import { base62Of, randomText, sha256 } from '../../http/random-text.ts'
import type { Services } from '../../services.ts'
import { endProgramSession, lockUser, openProgramSession } from '../accounts/index.ts'
import * as queries from './queries-tokens.ts'

type Needs = Pick<Services, 'db' | 'clock'>

/** 256 bits and more: nobody guesses one, so tries need no counting. */
const tokenChars = 43

const shown = ({ id, name, createdAt, lastUsedAt }: queries.TokenRow): ApiToken => ({
  _id: id,
  name,
  createdAt: createdAt.getTime(),
  lastUsedAt: lastUsedAt?.getTime() ?? null,
})

export const listTokens = async ({ db }: Needs, { userId }: SignedIn): Promise<ApiToken[]> =>
  (await queries.listTokens(db, userId)).map(shown)

/** For a call that may be repeated the same secret, which nobody else can work out: only its hash is kept. */
function secretOf(key: Buffer, { userId, sessionId }: SignedIn, requestKey: string | undefined): string {
  if (!requestKey) return randomText(tokenChars)
  const bytes = createHmac('sha256', key)
    .update(JSON.stringify([userId, sessionId, requestKey]))
    .digest()
  return `${base62Of(bytes.subarray(0, 16))}${base62Of(bytes.subarray(16))}`.slice(0, tokenChars)
}

type Asked = { name: string; requestKey: string | undefined }

export async function createToken(
  { db, clock, secrets }: Needs & Pick<Services, 'secrets'>,
  actor: SignedIn,
  { name, requestKey }: Asked,
) {
  const { userId, ip } = actor
  const now = clock()
  const secret = `${apiTokenPrefix}${secretOf(secrets.apiToken, actor, requestKey)}`
  const row = await inTransaction(db, async (tx) => {
    // Creations that race wait here for each other, so that the limit holds.
    await lockUser(tx, userId)
    const before = await queries.findByHash(tx, sha256(secret))
    if (before) return before
    const limit = maxApiTokens
    if ((await queries.listTokens(tx, userId)).length >= limit) throw new Problem('tooManyTokens', { limit })
    const sessionId = await openProgramSession(tx, { userId, kind: 'token', program: name, ip, now })
    return queries.insertToken(tx, { sessionId, tokenHash: sha256(secret), name, createdAt: now })
  })
  return { secret, token: shown(row) }
}

export async function revokeToken({ db, clock }: Needs, { userId }: SignedIn, tokenId: string): Promise<void> {
  const token = await queries.findToken(db, tokenId, userId)
  if (!token) throw new Problem('notYours')
  await endProgramSession(db, token.sessionId, clock())
}

/** The session that a token stands for, if it is one of ours; whether that lives is asked where it is used. */
export async function sessionOfApiToken({ db, clock }: Needs, token: string): Promise<string | null> {
  const row = await queries.findByHash(db, sha256(token))
  if (!row) return null
  await queries.noteUse(db, row.id, clock())
  return row.sessionId
}
