/** The way back from a provider (A11): its answer is taken once, by the browser that began; every way ends at a page of ours. */
import { Problem } from '@sampan/contract/errors'
import { signInSeconds } from '@sampan/contract/limits'
import { accountSecurityPath, loginPath } from '@sampan/contract/paths'
import type { Session } from '@sampan/contract/routes/accounts'
import type { ProviderPerson } from '../../adapters/sign-in-providers/sign-in-providers.ts'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { sha256 } from '../../http/random-text.ts'
import { isRepeated } from '../../http/request-key.ts'
import type { Services } from '../../services.ts'
import { connect } from './provider-connections.ts'
import { type Entry, enterByProvider } from './provider-entry.ts'
import { refusedLanding, withQuery } from './provider-landing.ts'
import { askProvider, checkDomain, leadingOf, type Provider } from './provider-rules.ts'
import { type KeptTrip, openTrip, sealWaiting } from './provider-trip.ts'
import * as queries from './queries.ts'
import { lockUser } from './queries-credentials.ts'
import { insertUsedChallenge } from './queries-passkeys.ts'
import { findProviderIdentity } from './queries-providers.ts'
import { type Saving, sessionReply, type Visit } from './sessions.ts'
import { hasSecondFactor } from './take-code.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config' | 'payments' | 'signInProviders' | 'log'> & Saving

/** Where the browser goes on to, with what is for its cookies. */
export type Landing = { to: string; session?: Session; half?: string; waiting?: string }

type Back = { id: string; answer: URL; kept: string | null }
/** `requestKey`: of a call, which is asked again where its answer was lost; a way back has none. */
type Answered = { visit: Visit; provider: Provider; person: ProviderPerson; kept: KeptTrip; requestKey?: string }

/** The session in which it was begun, as long as it lives. */
async function sessionOf(tx: Transaction, needs: Needs, sessionId: string): Promise<queries.SessionRow> {
  const session = await queries.lockSession(tx, sessionId)
  if (!session || session.endedAt || session.expiresAt <= needs.clock()) throw new Problem('signInOver')
  return session
}

async function connectHere(tx: Transaction, needs: Needs, { visit, provider, person }: Answered, sessionId: string) {
  // The account before its sessions, as everything that ends them has it.
  const seen = await queries.findSession(tx, sessionId)
  if (seen) await lockUser(tx, seen.userId)
  const { userId } = await sessionOf(tx, needs, sessionId)
  checkDomain(provider.settings, person)
  const { issuer, subject, email } = person
  const { userAgent, ip } = visit.actor
  const told = { userAgent, ip, userId, sessionId }
  await connect(tx, needs, told, { provider: provider.settings.id, issuer, subject, email: email ?? '' }, needs.clock())
}

/** Its clock and ours, and what the way back takes. */
const lateSeconds = 30

/** By whoever the account is connected to there, and only if they have shown anew who they are since it was asked (A12). */
async function proveHere(tx: Transaction, needs: Needs, { provider, person, kept }: Answered, sessionId: string) {
  const { id, name } = provider.settings
  const { userId } = await sessionOf(tx, needs, sessionId)
  const identity = await findProviderIdentity(tx, { provider: id, issuer: person.issuer, subject: person.subject })
  if (identity?.userId !== userId) throw new Problem('signInOther', { name })
  if (await hasSecondFactor(tx, userId)) throw new Problem('signInOver')
  const sinceAsked = (needs.clock().getTime() - kept.begunAt) / 1000
  if (person.shownSecondsAgo === null || person.shownSecondsAgo > sinceAsked + lateSeconds)
    throw new Problem('signInNotFresh', { name })
  await queries.markProven(tx, sessionId, needs.clock())
}

async function act(tx: Transaction, needs: Needs, answered: Answered): Promise<Entry | null> {
  const { purpose, trip } = answered.kept
  const now = needs.clock()
  const isAgain = await isRepeated(tx, needs.config, { of: `provider ${trip.state}`, requestKey: answered.requestKey }, now)
  const used = { hash: sha256(`provider ${trip.state}`), until: addSeconds(now, signInSeconds) }
  if (!isAgain && !(await insertUsedChallenge(tx, used))) throw new Problem('signInOver')
  if (purpose.is === 'logIn') return enterByProvider(tx, needs, answered)
  await (purpose.is === 'connect' ? connectHere : proveHere)(tx, needs, answered, purpose.sessionId)
  return null
}

async function landingOf(needs: Needs, { visit, provider, kept }: Answered, entry: Entry | null): Promise<Landing> {
  const { next } = kept
  if (!entry) return { to: next }
  const [login, browserHash] = [loginPath(visit.actor.language), visit.actor.browserHash!]
  if (entry.is === 'half') return { to: withQuery(login, { step: 'code', next }), half: entry.half }
  if (entry.is === 'waiting') {
    const { id } = provider.settings
    const to = refusedLanding(login, 'signInThere', id, { user: entry.person.email, next: accountSecurityPath })
    return { to, waiting: sealWaiting(needs, browserHash, entry.person) }
  }
  const account = (await queries.findAccount(needs.db, { id: entry.session.userId }))!
  return { to: next, session: await sessionReply(needs, account, entry.session) }
}

/** Whom a provider has told of, in whichever way: what was begun is done. */
export async function land(needs: Needs, answered: Answered): Promise<Landing> {
  const entry = await inTransaction(needs.db, (tx) => act(tx, needs, answered)).catch((error) => {
    // Two that race for one address: whoever was second has an account by now.
    throw error instanceof Problem && error.code === 'emailTaken' ? new Problem('signInOver') : error
  })
  return landingOf(needs, answered, entry)
}

async function finish(needs: Needs, visit: Visit, kept: KeptTrip, { id, answer }: Back): Promise<Landing> {
  const provider = leadingOf(needs, id)
  const person = await askProvider(needs, provider, (port) => port.finish({ answer, trip: kept.trip }))
  return land(needs, { visit, provider, person, kept })
}

/** Whatever is refused is told by the page that one comes to: that of the log-in, or where it was begun in a session. */
export async function finishProvider(needs: Needs, visit: Visit, back: Back): Promise<Landing> {
  const login = loginPath(visit.actor.language)
  let from = login
  try {
    const kept = openTrip(needs, visit.actor.browserHash!, back.kept, back.id)
    if (kept.purpose.is !== 'logIn') from = kept.next
    return await finish(needs, visit, kept, back)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { to: refusedLanding(from, error.code, back.id) }
  }
}
