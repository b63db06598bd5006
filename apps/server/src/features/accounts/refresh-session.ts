/** /refreshToken and /logout: what the session's own token may do (A3, R21). */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import type { Session } from '@sampan/contract/routes/accounts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { sessionEndedJob } from './job-names.ts'
import * as queries from './queries.ts'
import { classifyGeneration, readRefreshToken, sessionEnd } from './session-tokens.ts'
import { sessionReply } from './sessions.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>
type Refreshed = { session: queries.SessionRow; isRotated: boolean }

async function endCopied(tx: Transaction, sessionId: string, now: Date): Promise<null> {
  await queries.endSession(tx, sessionId, now)
  await addJob(tx, sessionEndedJob, { mailId: randomUUID(), sessionId })
  return null
}

async function refresh(tx: Transaction, sessionId: string, generation: number, now: Date): Promise<Refreshed | null> {
  const session = await queries.lockSession(tx, sessionId)
  const verdict = classifyGeneration(session, generation, now)
  if (!session || verdict === 'over') return null
  if (verdict === 'replay') return endCopied(tx, session.id, now)
  if (verdict === 'grace') return { session, isRotated: false }
  return { session: await queries.rotateSession(tx, session.id, now, sessionEnd(now)), isRotated: true }
}

/** The next tokens; no refresh token where another tab has it already. Throws signedOut. */
export async function refreshSession(needs: Needs, token: string | null): Promise<Session> {
  const { db, clock, secrets } = needs
  const given = token && readRefreshToken(secrets.refresh, token)
  if (!given) throw new Problem('signedOut')
  // The end of a copied family must stay, so the refusal is thrown outside.
  const refreshed = await inTransaction(db, (tx) => refresh(tx, given.sessionId, given.generation, clock()))
  const account = refreshed && (await queries.findAccount(db, { id: refreshed.session.userId }))
  if (!account) throw new Problem('signedOut')
  const reply = await sessionReply(needs, account, refreshed.session)
  // Another tab has it already. A program has no other tab: its answer was lost, and comes again.
  return refreshed.isRotated || refreshed.session.kind === 'device' ? reply : { ...reply, refreshToken: null }
}

export async function logOut({ db, clock, secrets }: Needs, token: string | null): Promise<void> {
  const given = token && readRefreshToken(secrets.refresh, token)
  if (given) await queries.endSession(db, given.sessionId, clock())
}

/** Of the account whose session a browser's cookie holds; null where it would give no next token. */
export async function ownerOfRefreshToken({ db, clock, secrets }: Omit<Needs, 'config'>, token: string): Promise<string | null> {
  const given = readRefreshToken(secrets.refresh, token)
  if (!given) return null
  const verdict = classifyGeneration(await queries.findSession(db, given.sessionId), given.generation, clock())
  if (verdict !== 'rotate' && verdict !== 'grace') return null
  return (await queries.findIdentity(db, given.sessionId, null, clock()))?.ownerId ?? null
}
