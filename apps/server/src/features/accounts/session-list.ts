/** Where an account is signed in, and ending that from afar (A3, R27). */
import { Problem } from '@sampan/contract/errors'
import { sessionRows } from '@sampan/contract/limits'
import type { OpenSession } from '@sampan/contract/routes/credentials'
import { formatCountry } from '@sampan/texts/format'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { deviceWords } from '../../http/device-words.ts'
import type { Services } from '../../services.ts'
import { endSession as endOne, type SessionRow } from './queries.ts'
import * as queries from './queries-credentials.ts'
import { endAllowed } from './queries-devices.ts'
import { forgetBrowserOf, forgetBrowsers } from './queries-second-factor.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'geo'>

function shown({ geo, clock }: Needs, actor: SignedIn, session: SessionRow): OpenSession {
  const { countryCode, city } = geo.placeOf(session.ip)
  const isThis = session.id === actor.sessionId
  return {
    _id: session.id,
    kind: session.kind,
    proof: session.kind === 'browser' ? session.proof : null,
    ...deviceWords(session),
    ip: session.ip,
    countryName: formatCountry(countryCode, actor.language),
    cityName: city,
    createdAt: session.createdAt.getTime(),
    lastUsedAt: (isThis ? clock() : session.rotatedAt).getTime(),
    isThis,
  }
}

export async function listSessions(needs: Needs, actor: SignedIn): Promise<{ sessions: OpenSession[]; more: number }> {
  const { db, clock } = needs
  const rows = await queries.openSessions(db, actor.userId, clock(), sessionRows)
  const all = await queries.countOpenSessions(db, actor.userId, clock())
  const sessions = rows.map((row) => shown(needs, actor, row)).sort((a, b) => Number(b.isThis) - Number(a.isThis))
  return { sessions, more: Math.max(0, all - rows.length) }
}

export async function endSession({ db, clock }: Needs, { userId }: SignedIn, sessionId: string): Promise<void> {
  if (!(await queries.isOwnDevice(db, userId, sessionId))) throw new Problem('notYours')
  await inTransaction(db, (tx) => endDevice(tx, { userId, sessionId }, clock()))
}

/** False where it had ended before. */
export async function endDevice(
  tx: Transaction,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: Date,
): Promise<boolean> {
  // Which session allowed a program nobody wrote down: all that wait ask again.
  await endAllowed(tx, userId, now)
  await forgetBrowserOf(tx, userId, sessionId)
  return endOne(tx, sessionId, now)
}

export const endOtherSessions = ({ db, clock }: Needs, { userId, sessionId }: SignedIn): Promise<void> =>
  inTransaction(db, async (tx) => {
    await forgetBrowsers(tx, userId, sessionId)
    await queries.endOtherDevices(tx, userId, sessionId, clock())
  })
