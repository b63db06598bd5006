/** Signing up with a passkey in place of a password (A9): of an address that is proved in this browser, as with a password. */
import { createHmac, randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import type { CreationOptions, Registration } from '@sampan/contract/routes/passkeys'
import { readRegistration } from '../../adapters/passkeys/passkeys.ts'
import type { Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { isTicket } from '../verification/index.ts'
import { type Challenge, newChallenge, placeOf, readChallenge, takeChallenge } from './passkey-challenge.ts'
import { creationFor, deviceName } from './passkeys.ts'
import { findPasskey, insertPasskey } from './queries-passkeys.ts'
import { refusePasswords } from './refuse-passwords.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>
type Person = { email: string; browserHash: string }

/** A passkey that was made for an account which is not there yet. */
export type MadePasskey = {
  challenge: Challenge
  /** Of the account. */
  userId: string
  id: string
  key: NonNullable<Awaited<ReturnType<typeof readRegistration>>>
  transports: string[]
}

const questionOf = ({ email, browserHash }: Person) => ({ purpose: 'signUp' as const, boundTo: `${browserHash} ${email}` })

/** Devices keep the account's id beside the key, and nothing is written before the account is: the id comes of what was asked. */
function accountIdOf({ secrets }: Needs, challenge: string): string {
  const bytes = createHmac('sha256', secrets.passkey).update(`account ${challenge}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Throws addressNotVerified. */
export async function beginPasskeySignUp(needs: Needs, person: Person, ticket: string | null): Promise<CreationOptions> {
  const { db, clock, secrets, config } = needs
  refusePasswords(config)
  if (!ticket || !(await isTicket(db, secrets.code, person, ticket, clock()))) throw new Problem('addressNotVerified')
  const challenge = newChallenge(needs, questionOf(person))
  const userId = accountIdOf(needs, Buffer.from(challenge, 'base64url').toString())
  return creationFor(needs, { userId, email: person.email, fullName: '' }, challenge, [])
}

/** Throws passkeyWrong, passkeyElsewhere or passkeyOver. */
export async function readMadePasskey(needs: Needs, person: Person, given: Registration): Promise<MadePasskey> {
  const challenge = await readChallenge(needs, questionOf(person), given.response.clientDataJSON)
  const key = await readRegistration(placeOf(needs), challenge.text, given)
  if (!key) throw new Problem('passkeyWrong')
  const { transports } = given.response
  return { challenge, userId: accountIdOf(needs, challenge.text), id: randomUUID(), key, transports }
}

/** Of the account that was just made for it. Throws passkeyOver or passkeyThere. */
export async function keepMadePasskey(tx: Transaction, actor: Actor, made: MadePasskey, now: Date): Promise<void> {
  const { challenge, userId, id, key, transports } = made
  if (!(await takeChallenge(tx, challenge))) throw new Problem('passkeyOver')
  const row = { ...key, id, userId, transports, name: deviceName(actor), createdAt: now }
  if (!(await insertPasskey(tx, row))) throw new Problem('passkeyThere')
}

/** The same once more, by whoever has signed up with it. */
export const isKept = async ({ db }: Needs, { key }: MadePasskey, userId: string): Promise<string | null> => {
  const there = await findPasskey(db, key.credentialId)
  return there?.userId === userId && !there.refusedAt ? there.id : null
}
