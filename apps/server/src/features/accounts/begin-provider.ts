/** The way to a provider (A11): to log in, to connect an account, or to prove anew who is there (A12). */
import { Problem } from '@sampan/contract/errors'
import { accountSecurityPath, dashPath, loginPath, signInDonePath } from '@sampan/contract/paths'
import { ownPath } from '@sampan/contract/rules/own-path'
import { inTransaction } from '../../db/connect.ts'
import type { Actor, SignedIn } from '../../http/actor.ts'
import { randomText } from '../../http/random-text.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { proofOf } from '../../http/who-asks.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { withQuery } from './provider-landing.ts'
import { askProvider, type Provider, providerOf } from './provider-rules.ts'
import { type KeptTrip, type Purpose, sealTrip } from './provider-trip.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config' | 'signInProviders' | 'log'>
type Way = { browserHash: string; provider: string; next: string; purpose: Purpose; email?: string }
/** `kept`: for this browser's cookie. */
export type Begun = { address: string; kept: string }

/** The name of the provider, in the address of the page that asks for name and password there. */
const directoryQuery = 'with'

/** To the provider, or to the page of ours that asks for what it wants to know. */
async function wayTo(needs: Needs, { settings, port }: Provider, { language }: Actor, { purpose, provider, email }: Way) {
  if (port.is === 'asking') {
    const trip: KeptTrip['trip'] = { state: randomText(22), nonce: '', verifier: '' }
    return { address: withQuery(loginPath(language), { [directoryQuery]: provider }), trip }
  }
  const backTo = urlOf(needs.config, signInDonePath(provider))
  const isFresh = purpose.is === 'prove'
  return askProvider(needs, { settings, port }, (leading) => leading.begin({ backTo, isFresh, ...(email && { email }) }))
}

async function begin(needs: Needs, actor: Actor, way: Way): Promise<Begun> {
  const { db, clock, config } = needs
  const provider = providerOf(needs, way.provider)
  await inTransaction(db, (tx) => takeRate(tx, config.rateLimits.signInNetwork, actor.networkKey, clock()))
  const { address, trip } = await wayTo(needs, provider, actor, way)
  const { browserHash, email: _, ...kept } = way
  return { address, kept: sealTrip(needs, browserHash, { ...kept, trip }) }
}

/** Throws signInUnknown, signInAway or rateLimited. */
export const beginProviderLogIn = (needs: Needs, actor: Actor, provider: string, next: string | undefined): Promise<Begun> =>
  begin(needs, actor, {
    ...{ provider, browserHash: actor.browserHash!, next: ownPath(next ?? '') ?? dashPath },
    purpose: { is: 'logIn' },
  })

type InSession = { browserHash: string; provider: string }

/** Nobody sits in front of a program. */
const sessionOf = ({ sessionKind, sessionId }: SignedIn): string => {
  if (sessionKind !== 'browser') throw new Problem('sessionNeeded')
  return sessionId
}

export const beginConnecting = async (needs: Needs, actor: SignedIn, asked: InSession): Promise<Begun> =>
  begin(needs, actor, { ...asked, next: accountSecurityPath, purpose: { is: 'connect', sessionId: sessionOf(actor) } })

/** Where the second step is on, a code is the proof: the provider would be one step of two. */
export async function beginProviderProof(needs: Needs, actor: SignedIn, asked: InSession & { next: string }): Promise<Begun> {
  const sessionId = sessionOf(actor)
  if (actor.provesBy === 'code') throw new Problem('proofNeeded', proofOf(actor))
  const next = ownPath(asked.next) ?? accountSecurityPath
  return begin(needs, actor, { ...asked, next, email: actor.email, purpose: { is: 'prove', sessionId } })
}
