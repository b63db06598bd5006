/** Who comes back from a provider to log in (A11): who is known is let in, who has no account gets one, and an address alone connects nothing. */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { name } from '@sampan/contract/routes/fields'
import * as z from 'zod/mini'
import type { ProviderPerson } from '../../adapters/sign-in-providers/sign-in-providers.ts'
import { addSeconds } from '../../add-seconds.ts'
import type { Transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { settleStanding } from '../billing/index.ts'
import { findOwner, setGivenRole } from '../owners/index.ts'
import { enter } from './enter.ts'
import { type ByProvider, halfLogInOf } from './half-log-in.ts'
import { isCodeNeeded } from './log-in.ts'
import { connect } from './provider-connections.ts'
import { checkDomain, claimedRole, type Provider, provenEmailOf } from './provider-rules.ts'
import * as queries from './queries.ts'
import * as identities from './queries-providers.ts'
import type { Saving, Visit } from './sessions.ts'
import { createAccount } from './sign-up.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config' | 'payments'> & Saving

/** `half`: the code is still to come. `waiting`: whose account it is has to log in to it once. */
export type Entry =
  | { is: 'in'; session: queries.SessionRow }
  | { is: 'half'; half: string }
  | { is: 'waiting'; person: identities.Subject & { email: string } }

type Asked = { visit: Visit; provider: Provider; person: ProviderPerson }

/** A role that the operator or a sale gave is nobody's to take: only what the provider has given goes with its claims. */
async function giveRole(tx: Transaction, { provider, person }: Asked, user: queries.UserRow, former: string | null) {
  if (provider.settings.roles.length === 0) return null
  const role = claimedRole(provider.settings, person)
  const owner = await findOwner(tx, user.ownerId)
  if (owner && owner.givenRole !== role && (owner.givenRole === null || owner.givenRole === former)) {
    await setGivenRole(tx, user.ownerId, role)
    await settleStanding(tx, user.ownerId)
  }
  return role
}

const sayWhen = ({ shownSecondsAgo }: ProviderPerson, now: Date): Date => addSeconds(now, -(shownSecondsAgo ?? 0))

/** Of an account that is known to be theirs: as after a password, with the second step where it is on. */
async function enterKnown(tx: Transaction, needs: Needs, asked: Asked, identity: identities.IdentityRow): Promise<Entry> {
  const { visit, person } = asked
  const [now, browserHash] = [needs.clock(), visit.actor.browserHash!]
  const user = (await queries.findUser(tx, identity.userId))!
  const givenRole = await giveRole(tx, asked, user, identity.givenRole)
  const set = { lastUsedAt: now, givenRole, email: person.email ?? identity.email }
  if (!(await identities.touchIdentity(tx, identity.id, set))) throw new Problem('signInOver')
  const by: ByProvider = { identityId: identity.id, providerSession: person.session }
  if (await isCodeNeeded(tx, user.id, browserHash, now)) return { is: 'half', half: halfLogInOf(needs, user, browserHash, by) }
  await queries.countOtherLogin(tx, user.id)
  const session = await enter(tx, needs, visit, user.id, { proof: 'provider', ...by, provenAt: sayWhen(person, now) })
  return { is: 'in', session }
}

/** What the provider calls somebody may be longer than our names are. */
const nameOf = ({ fullName }: ProviderPerson): string => z.safeParse(name, fullName).data ?? ''

/** With what its address has sent; it has no password, which a link by mail may set. */
async function makeAccount(tx: Transaction, needs: Needs, asked: Asked, email: string): Promise<Entry> {
  const { visit, provider, person } = asked
  const [now, identityId] = [needs.clock(), randomUUID()]
  const by = { proof: 'provider', identityId, providerSession: person.session, provenAt: sayWhen(person, now) } as const
  const made = await createAccount(tx, needs, visit, { email, fullName: nameOf(person), passwordHash: null, by }, now)
  const { user } = made.account
  const added = await identities.insertIdentity(tx, {
    ...{ id: identityId, userId: user.id, provider: provider.settings.id, issuer: person.issuer, subject: person.subject },
    ...{ email, createdAt: now, lastUsedAt: now },
  })
  // Another tab of theirs was first.
  if (!added) throw new Problem('signInOver')
  const givenRole = await giveRole(tx, asked, user, null)
  await identities.touchIdentity(tx, identityId, { lastUsedAt: now, givenRole })
  return { is: 'in', session: made.session }
}

/** Throws signInUnproven, signInDomain or signInOver. */
export async function enterByProvider(tx: Transaction, needs: Needs, asked: Asked): Promise<Entry> {
  const { visit, person, provider } = asked
  const { settings } = provider
  const subject = { provider: settings.id, issuer: person.issuer, subject: person.subject }
  const known = await identities.findProviderIdentity(tx, subject)
  if (known) {
    checkDomain(settings, person)
    return enterKnown(tx, needs, asked, known)
  }
  const email = provenEmailOf(settings, person)
  if (!email) throw new Problem('signInUnproven', { name: settings.name })
  checkDomain(settings, person)
  const owner = await queries.findAccount(tx, { email })
  if (!owner) return makeAccount(tx, needs, asked, email)
  if (!(await identities.takeAllowance(tx, owner.user.id, needs.clock()))) return { is: 'waiting', person: { ...subject, email } }
  const { userAgent, ip } = visit.actor
  const told = { userAgent, ip, userId: owner.user.id, sessionId: null }
  return enterKnown(tx, needs, asked, await connect(tx, needs, told, { ...subject, email }, needs.clock()))
}
