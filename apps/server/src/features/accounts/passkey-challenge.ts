/** What a passkey is asked: of one purpose, one browser or session, and some minutes. Nothing is kept of it before it is answered. */
import { Problem } from '@sampan/contract/errors'
import { passkeySeconds } from '@sampan/contract/limits'
import { type Place, readClaim } from '../../adapters/passkeys/passkeys.ts'
import { addSeconds } from '../../add-seconds.ts'
import type { Transaction } from '../../db/connect.ts'
import { randomText, sha256 } from '../../http/random-text.ts'
import { sign, unsign } from '../../http/signing.ts'
import { hostOfOrigin, originOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { insertUsedChallenge } from './queries-passkeys.ts'

type Needs = Pick<Services, 'clock' | 'secrets' | 'config'>
/** `boundTo`: the browser's hash, that with an address, or the session. */
export type Use = { purpose: 'logIn' | 'prove' | 'add' | 'signUp'; boundTo: string }
export type Challenge = { text: string; until: Date }

const signed = ({ purpose, boundTo }: Use, nonce: string, until: number): string => [purpose, boundTo, nonce, until].join(' ')

export const placeOf = ({ config }: Pick<Needs, 'config'>): Place => ({ host: hostOfOrigin(config), origin: originOf(config) })

/** In base64url, as browsers take it. What it is bound to stands in its mark alone. */
export function newChallenge({ clock, secrets }: Needs, use: Use): string {
  const [nonce, until] = [randomText(22), addSeconds(clock(), passkeySeconds).getTime()]
  const [mark] = sign(secrets.passkey, signed(use, nonce, until)).split('.')
  return Buffer.from(`${mark}.${nonce}.${until}`).toString('base64url')
}

/** Throws passkeyWrong, passkeyElsewhere, and passkeyOver for one of another use, browser or time, or of nobody. */
export async function readChallenge(needs: Needs, use: Use, clientDataJSON: string): Promise<Challenge> {
  const claim = await readClaim(clientDataJSON)
  if (!claim) throw new Problem('passkeyWrong')
  const { host, origin } = placeOf(needs)
  if (claim.origin !== origin) throw new Problem('passkeyElsewhere', { host })
  const [mark = '', nonce = '', until = ''] = claim.challenge.split('.')
  const isOurs = unsign(needs.secrets.passkey, `${mark}.${signed(use, nonce, Number(until))}`) !== null
  if (!isOurs || Number(until) <= needs.clock().getTime()) throw new Problem('passkeyOver')
  return { text: claim.challenge, until: new Date(Number(until)) }
}

/** Of one that is answered twice, also at once, one is taken: false for the other. */
export const takeChallenge = (tx: Transaction, { text, until }: Challenge): Promise<boolean> =>
  insertUsedChallenge(tx, { hash: sha256(text), until })
