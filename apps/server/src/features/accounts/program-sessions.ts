/** Sessions of programs: opened for somebody who has allowed it in a browser, not by a password (O7). */
import type { Session } from '@sampan/contract/routes/accounts'
import type { TokenScope } from '@sampan/contract/states'
import type { Db, Transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries.ts'
import { sessionEnd } from './session-tokens.ts'
import { sessionReply } from './sessions.ts'

type Opened = { userId: string; program: string; ip: string; now: Date } & (
  | { kind: 'token'; scopes: readonly TokenScope[]; expiresAt: Date | null }
  /** Without scopes it may all that the account itself may. */
  | { kind: 'device'; scopes: readonly TokenScope[] | null }
)

/** A token may live until it is revoked; a date says so in Postgres as in JavaScript. */
const endless = new Date('9999-12-31T00:00:00Z')

/** When a session of a program runs out by itself; null where it does not. */
export const endOf = (expiresAt: Date): Date | null => (expiresAt < endless ? expiresAt : null)

/** Answers the session's id. No browser is known by it. */
export async function openProgramSession(tx: Transaction, opened: Opened): Promise<string> {
  const { userId, kind, program, ip, now } = opened
  const expiresAt = opened.kind === 'token' ? (opened.expiresAt ?? endless) : sessionEnd(now)
  const scopes = opened.scopes && [...opened.scopes]
  const times = { rotatedAt: now, createdAt: now, expiresAt }
  const session = await queries.insertSession(tx, { userId, kind, scopes, browserHash: '', userAgent: program, ip, ...times })
  return session.id
}

/** The tokens of a session that nobody has used yet; null where it has gone on or ended since. */
export async function programSession(
  needs: Pick<Services, 'db' | 'secrets' | 'clock' | 'config'>,
  sessionId: string,
): Promise<Session | null> {
  const session = await queries.findSession(needs.db, sessionId)
  const account = session && (await queries.findAccount(needs.db, { id: session.userId }))
  if (!account || session.endedAt || session.generation !== firstGeneration) return null
  return sessionReply(needs, account, session)
}
const firstGeneration = 1

/** What it had under way ends with it: calls at once, parts of uploads within half a minute (R27). */
export async function endProgramSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await queries.endSession(db, sessionId, now)
}
