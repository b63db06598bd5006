/** /signup2: creates the account of a verified address and signs in, in one transaction (A1), with a password or a passkey (A9). */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { rolesOnSale } from '@sampan/contract/plans'
import type { Session, SignedUp, signup2 } from '@sampan/contract/routes/accounts'
import type { RouteInput } from '@sampan/contract/routes/route'
import { hashPassword, refuseCommonPassword } from '../../adapters/passwords/passwords.ts'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { beginTrial } from '../billing/index.ts'
import { isTicket, isUsedCode, useTicket } from '../verification/index.ts'
import { enter } from './enter.ts'
import { accountMadeJob } from './job-names.ts'
import { logIn } from './log-in.ts'
import * as queries from './queries.ts'
import { refusePasswords } from './refuse-passwords.ts'
import { claimSent, type EnteredBy, openSession, type Saving, sessionReply, type Visit } from './sessions.ts'
import { isKept, keepMadePasskey, type MadePasskey, readMadePasskey } from './sign-up-passkey.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config' | 'payments'> & Saving
type Input = RouteInput<typeof signup2>['body']

/** A browser whose answer was lost asks again so soon. */
const repeatedSeconds = 600

/** What the account is entered with from then on. */
type Way = { password: string } | { made: MadePasskey }
type Asked = Input & { way: Way }

async function wayOf(needs: Needs, { actor }: Visit, { email, password, passkey }: Input): Promise<Way> {
  if (passkey && password === undefined)
    return { made: await readMadePasskey(needs, { email, browserHash: actor.browserHash! }, passkey) }
  if (password === undefined || passkey) throw new Problem('invalidInput', {}, { fields: { password: 'required' } })
  refuseCommonPassword(password)
  return { password }
}

export async function signUp(needs: Needs, visit: Visit, ticket: string | null, input: Input): Promise<SignedUp> {
  refusePasswords(needs.config)
  const asked = { ...input, way: await wayOf(needs, visit, input) }
  try {
    return await signUpWithTicket(needs, visit, ticket, asked)
  } catch (error) {
    if (error instanceof Problem && error.code === 'addressNotVerified') return signInAgain(needs, visit, asked, error)
    throw error
  }
}

/** By the very passkey that the account was made with; its answer was lost. */
async function enterAgain(needs: Needs, visit: Visit, email: string, made: MadePasskey): Promise<Session> {
  const account = await queries.findAccount(needs.db, { email })
  const passkeyId = account && (await isKept(needs, made, account.user.id))
  if (!account || !passkeyId) throw new Problem('emailTaken')
  const session = await inTransaction(needs.db, (tx) => enter(tx, needs, visit, account.user.id, { proof: 'passkey', passkeyId }))
  return sessionReply(needs, account, session)
}

/** The ticket is used, but for an account that this very browser has just made: its answer was lost. All limits of log-ins hold. */
async function signInAgain(needs: Needs, visit: Visit, input: Asked, refusal: Problem): Promise<SignedUp> {
  const { email, way } = input
  const since = addSeconds(needs.clock(), -repeatedSeconds)
  if (!(await queries.isMadeByBrowser(needs.db, email, visit.actor.browserHash!, since))) throw refusal
  const entering =
    'made' in way ? enterAgain(needs, visit, email, way.made) : logIn(needs, visit, { email, password: way.password })
  const session = await entering.catch((error) => {
    const isRefused = error instanceof Problem && ['loginFailed', 'secondFactorNeeded'].includes(error.code)
    throw isRefused ? new Problem('emailTaken') : error
  })
  const savedSlug = await inTransaction(needs.db, (tx) => claimToSave(tx, needs, visit, input, session.user._id))
  return { ...session, savedSlug }
}

async function signUpWithTicket(needs: Needs, visit: Visit, ticket: string | null, input: Asked): Promise<SignedUp> {
  const { db, clock, secrets } = needs
  const person = { email: input.email, browserHash: visit.actor.browserHash! }
  // Looked at before the work of hashing, used up with the rows that it allows.
  if (!ticket || !(await isTicket(db, secrets.code, person, ticket, clock()))) throw new Problem('addressNotVerified')
  const { way } = input
  const made = 'made' in way ? way.made : null
  const passwordHash = 'made' in way ? null : await hashPassword(way.password)
  const { account, session, savedSlug } = await inTransaction(db, async (tx) => {
    const now = clock()
    if (!(await useTicket(tx, secrets.code, person, ticket, now))) throw new Problem('addressNotVerified')
    const by = made && { id: made.userId, by: { proof: 'passkey' as const, passkeyId: made.id } }
    const account = await createAccount(tx, needs, visit, { ...input, passwordHash, ...by }, now)
    if (made) await keepMadePasskey(tx, visit.actor, made, now)
    return account
  })
  return { ...(await sessionReply(needs, account, session)), savedSlug }
}

/** The slug where the transfer that was to be saved is the account's now (Q14). */
async function claimToSave(
  tx: Transaction,
  needs: Saving & Pick<Needs, 'clock'>,
  { actor }: Visit,
  input: Pick<Input, 'save'>,
  userId: string,
): Promise<string | null> {
  const { save: slug } = input
  const account = slug && (await queries.findAccount(tx, { id: userId }))
  if (!account) return null
  const claim = { slug, browserHash: actor.browserHash!, ownerId: account.owner.id, userId, now: needs.clock() }
  return (await needs.claimSaved(tx, claim)) ? slug : null
}

/** Only a plan that was chosen starts a trial (A1); an address that had its week goes on as Free. */
async function beginChosenTrial(
  tx: Transaction,
  needs: Needs,
  userId: string,
  { role, period }: Pick<Input, 'role' | 'period'>,
): Promise<void> {
  const chosen = rolesOnSale.find((each) => each === role)
  const account = chosen && (await queries.findAccount(tx, { id: userId }))
  if (!account) return
  const plan = { role: chosen, period: period === 'monthly' ? 'monthly' : 'yearly' } as const
  await beginTrial(tx, needs, account.owner.id, plan).catch((error) => {
    if (!(error instanceof Problem && error.code === 'trialUsed')) throw error
  })
}

type Made = Omit<Input, 'password' | 'passkey'> & { passwordHash: string | null; by?: EnteredBy; id?: string }

/** Of an address that is proved, in the caller's transaction. `by`: how its first session is opened, where not by its password; `id`: where somebody knows it already. */
export async function createAccount(tx: Transaction, needs: Needs, visit: Visit, input: Made, now: Date) {
  const { passwordHash, by, id = randomUUID() } = input
  const isNew = await queries.insertAccount(tx, {
    id,
    email: input.email,
    passwordHash,
    fullName: input.fullName?.trim() ?? '',
    company: input.company?.trim() ?? '',
    language: input.lang ?? visit.actor.language,
    loginCount: 1,
    referrer: input.referrer ?? null,
    referral: input.endorsely_referral ?? null,
    createdAt: now,
  })
  if (!isNew) throw new Problem('emailTaken')
  await beginChosenTrial(tx, needs, id, input)
  const session = await openSession(tx, needs, visit, id, now, by)
  // A sign-up code was a mail that told of it; an address that was verified for sending has heard nothing yet.
  const person = { email: input.email, browserHash: visit.actor.browserHash! }
  if (!(await isUsedCode(tx, { ...person, purpose: 'signUp' })))
    await addJob(tx, accountMadeJob, { mailId: randomUUID(), sessionId: session.id })
  await claimSent(tx, needs, id, now)
  const savedSlug = await claimToSave(tx, needs, visit, input, id)
  return { account: (await queries.findAccount(tx, { id }))!, session, savedSlug }
}
