/** An account made of its rows, with tokens signed by the installation's own key: nothing is mailed and no code is typed. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { cookies } from '@sampan/contract/cookies'
import { deriveSecret, loadAppSecret } from '../../src/adapters/keys/keys.ts'
import { issueAccessToken } from '../../src/http/access-token.ts'
import { randomText, sha256 } from '../../src/http/random-text.ts'
import { issueTicket } from '../../src/http/ticket.ts'
import type { Sql } from './database.ts'

export type SenderAccount = {
  userId: string
  ownerId: string
  email: string
  /** Headers of a call as the person, and as its uploads; made anew because both expire. */
  access: () => Promise<Record<string, string>>
  ticket: () => Promise<Record<string, string>>
  /** Headers of who sends: the person, or its browser where nobody is signed in. */
  sender: () => Promise<Record<string, string>>
  isGuest: boolean
}

const renewMs = 10 * 60_000

function renewed(make: (now: Date) => Promise<string>): () => Promise<Record<string, string>> {
  let [token, madeAt] = ['', 0]
  return async () => {
    if (Date.now() - madeAt > renewMs) [token, madeAt] = [await make(new Date()), Date.now()]
    return { authorization: `Bearer ${token}` }
  }
}

type Options = { role?: string; isGuest?: boolean }

/** `isGuest`: it sends without being signed in, from a browser that has verified the account's address. */
export async function makeAccount(
  dataDir: string,
  sql: Sql,
  { role = 'teamelite', isGuest = false }: Options = {},
): Promise<SenderAccount> {
  const secret = await loadAppSecret(join(dataDir, 'keys'))
  const [userId, ownerId, sessionId] = [randomUUID(), randomUUID(), randomUUID()]
  const email = `${userId.slice(0, 8)}@example.com`
  await sql(`insert into owners (id, kind, key, role) values ($1, 'user', $2, $3)`, [ownerId, userId, role])
  await sql(`insert into users (id, email, password_hash, language, owner_id, created_at) values ($1, $2, '', 'en', $3, now())`, [
    userId,
    email,
    ownerId,
  ])
  await sql(
    `insert into sessions (id, user_id, browser_hash, rotated_at, created_at, expires_at, user_agent, ip)
     values ($1, $2, '', now(), now(), now() + interval '30 days', '', '')`,
    [sessionId, userId],
  )
  const browserId = randomText(32)
  const browserHash = sha256(`browser:${browserId}`).toString('hex')
  if (isGuest)
    await sql('insert into verified_addresses (browser_hash, email, verified_at) values ($1, $2, now())', [browserHash, email])
  const ticket = isGuest
    ? ({ kind: 'anonUpload', browserHash } as const)
    : ({ kind: 'userUpload', browserHash: '', userId, sessionId, ownerId } as const)
  const access = renewed((now) => issueAccessToken(deriveSecret(secret, 'access'), { sessionId, userId }, now))
  return {
    userId,
    ownerId,
    email,
    access,
    ticket: renewed(async (now) => (await issueTicket(deriveSecret(secret, 'ticket'), ticket, now)).token),
    sender: isGuest ? async () => ({ cookie: `${cookies.browser.name}=${browserId}` }) : access,
    isGuest,
  }
}
