/** Who an account is at providers: listed, connected after a fresh proof, taken away (A11). What changes is told by mail. */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import type { Connection, Connections } from '@sampan/contract/routes/sign-in-providers'
import type { ProviderPerson } from '../../adapters/sign-in-providers/sign-in-providers.ts'
import type { Config } from '../../config/config.ts'
import { type Db, inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { isRepeated } from '../../http/request-key.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { providerJob } from './job-names.ts'
import { providerOf } from './provider-rules.ts'
import { openWaiting, type Waiting } from './provider-trip.ts'
import { lockUser } from './queries-credentials.ts'
import * as queries from './queries-providers.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config' | 'signInProviders'>
/** `waiting`: this browser's cookie. */
export type InBrowser = { browserHash: string; waiting: string | null }

const shown = ({ id, provider, email, createdAt, lastUsedAt }: queries.IdentityRow): Connection => ({
  _id: id,
  ...{ provider, email },
  createdAt: createdAt.getTime(),
  lastUsedAt: lastUsedAt.getTime(),
})

/** The one that waits is for the account of its address alone: nobody else's is connected by a cookie that was left behind. */
function waitingFor(needs: Needs, { email }: SignedIn, { browserHash, waiting }: InBrowser): Waiting | null {
  const found = openWaiting(needs, browserHash, waiting)
  return found?.email === email ? found : null
}

export async function listConnections(needs: Needs, actor: SignedIn, browser: InBrowser): Promise<Connections> {
  const rows = await queries.identitiesOf(needs.db, actor.userId)
  const found = waitingFor(needs, actor, browser)
  const isThere = rows.some(({ provider, subject }) => provider === found?.provider && subject === found.subject)
  return {
    connections: rows.map(shown),
    waiting: found && !isThere ? { provider: found.provider, email: found.email } : null,
  }
}

type Told = Pick<SignedIn, 'userAgent' | 'ip'> & { userId: string; sessionId: string | null }

const tell = (tx: Transaction, told: Told, what: 'connected' | 'removed', name: string, now: Date): Promise<void> => {
  const { userId, sessionId, userAgent, ip } = told
  const origin = { userAgent, ip, at: now.toISOString() }
  return addJob(tx, providerJob, { mailId: randomUUID(), userId, sessionId, what, name, ...origin })
}

/** Connected again it stays as it was, and nobody is told anew. Throws signInTaken. */
export async function connect(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  told: Told,
  person: Pick<ProviderPerson, 'issuer' | 'subject'> & { provider: string; email: string },
  now: Date,
): Promise<queries.IdentityRow> {
  const name = nameOfProvider(config, person.provider)
  await lockUser(tx, told.userId)
  const added = await queries.insertIdentity(tx, { ...person, userId: told.userId, createdAt: now, lastUsedAt: now })
  if (added) {
    await tell(tx, told, 'connected', name, now)
    return added
  }
  const there = await queries.findProviderIdentity(tx, person)
  if (there?.userId !== told.userId) throw new Problem('signInTaken', { name })
  return there
}

export async function confirmConnecting(needs: Needs, actor: SignedIn, browser: InBrowser): Promise<{ connection: Connection }> {
  const found = waitingFor(needs, actor, browser)
  if (!found) throw new Problem('signInOver')
  providerOf(needs, found.provider)
  const { provider, issuer, subject, email } = found
  const row = await inTransaction(needs.db, (tx) =>
    connect(tx, needs, actor, { provider, issuer, subject, email }, needs.clock()),
  )
  return { connection: shown(row) }
}

/** Whoever would be left without a way into their account is refused. Of an account whose row is locked. */
export async function checkOtherWayIn(tx: Db, config: Config, userId: string, exceptId: string): Promise<void> {
  const ways = { exceptId, providers: config.signInProviders.map(({ id }) => id), hasPasswords: config.hasPasswordLogIn }
  if (!(await queries.hasOtherWayIn(tx, userId, ways))) throw new Problem('lastWayIn')
}

/** The session in which it is done goes on. */
export const removeConnection = (
  { db, clock, config }: Needs,
  actor: SignedIn,
  { id, requestKey }: { id: string; requestKey: string | undefined },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = clock()
    const { userId, sessionId } = actor
    // Asked again because the answer was lost: it is gone by then.
    if (await isRepeated(tx, config, { of: `removeConnection ${userId} ${id}`, requestKey }, now)) return
    await lockUser(tx, userId)
    if (!(await queries.identitiesOf(tx, userId)).some((row) => row.id === id)) throw new Problem('notYours')
    await checkOtherWayIn(tx, config, userId, id)
    const removed = await queries.deleteIdentity(tx, { userId, id, sessionId }, now)
    if (removed) await tell(tx, actor, 'removed', nameOfProvider(config, removed.provider), now)
  })

/** As the settings call it now; one that they name no more goes by its short name. */
const nameOfProvider = ({ signInProviders }: Config, provider: string): string =>
  signInProviders.find(({ id }) => id === provider)?.name ?? provider
