/** The passkeys of an account: listed, added, renamed, taken away (A9). What is added or taken away is told by mail. */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { maxPasskeys, passkeySeconds } from '@sampan/contract/limits'
import type { CreationOptions, Passkey, Registration } from '@sampan/contract/routes/passkeys'
import { algorithms, readRegistration } from '../../adapters/passkeys/passkeys.ts'
import { type Db, inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { deviceWords } from '../../http/device-words.ts'
import { isRepeated } from '../../http/request-key.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { passkeyJob } from './job-names.ts'
import { newChallenge, placeOf, readChallenge, takeChallenge } from './passkey-challenge.ts'
import { checkOtherWayIn } from './provider-connections.ts'
import { findUser } from './queries.ts'
import { lockUser } from './queries-credentials.ts'
import * as queries from './queries-passkeys.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>

const shown = ({ id, name, createdAt, lastUsedAt, refusedAt }: queries.PasskeyRow): Passkey => ({
  _id: id,
  name,
  createdAt: createdAt.getTime(),
  lastUsedAt: lastUsedAt?.getTime() ?? null,
  refusedAt: refusedAt?.getTime() ?? null,
})

/** As browsers are told which there are. */
export const namedKeys = async (db: Db, userId: string) =>
  (await queries.passkeysOf(db, userId)).map(({ credentialId, transports }) => ({
    id: credentialId,
    type: 'public-key' as const,
    transports,
  }))

/** What authenticators keep beside the key: the account's id, which says nothing of whose it is, and never the address. */
export const handleOf = (userId: string): string => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

export async function listPasskeys({ db }: Needs, { userId }: SignedIn): Promise<{ passkeys: Passkey[] }> {
  return { passkeys: (await queries.passkeysOf(db, userId)).map(shown) }
}

async function checkRoom(db: Db, userId: string): Promise<void> {
  if ((await queries.countPasskeys(db, userId)) >= maxPasskeys) throw new Problem('tooManyPasskeys', { limit: maxPasskeys })
}

export async function beginPasskey(needs: Needs, { userId, sessionId, email }: SignedIn): Promise<CreationOptions> {
  const { db } = needs
  await checkRoom(db, userId)
  const user = await findUser(db, userId)
  const challenge = newChallenge(needs, { purpose: 'add', boundTo: sessionId })
  const owner = { userId, email, fullName: user?.fullName ?? '' }
  return creationFor(needs, owner, challenge, await namedKeys(db, userId))
}

/** `known`: those that the device is not to make another one beside. */
export const creationFor = (
  needs: Pick<Needs, 'config'>,
  { userId, email, fullName }: { userId: string; email: string; fullName: string },
  challenge: string,
  known: CreationOptions['excludeCredentials'],
): CreationOptions => ({
  challenge,
  rp: { id: placeOf(needs).host, name: needs.config.productName },
  user: { id: handleOf(userId), name: email, displayName: fullName || email },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout: passkeySeconds * 1000,
  excludeCredentials: known,
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
})

export const deviceName = ({ userAgent }: Pick<SignedIn, 'userAgent'>): string => {
  const { program, system } = deviceWords({ kind: 'browser', userAgent })
  return [program, system].filter(Boolean).join(', ')
}

export async function addPasskey(needs: Needs, actor: SignedIn, given: Registration): Promise<{ passkey: Passkey }> {
  const { db, clock } = needs
  const { userId, sessionId } = actor
  const challenge = await readChallenge(needs, { purpose: 'add', boundTo: sessionId }, given.response.clientDataJSON)
  const key = await readRegistration(placeOf(needs), challenge.text, given)
  if (!key) throw new Problem('passkeyWrong')
  return inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    const isFirst = await takeChallenge(tx, challenge)
    const there = await queries.findPasskey(tx, key.credentialId)
    // Asked again because the answer was lost.
    if (there?.userId === userId && !isFirst) return { passkey: shown(there) }
    if (!isFirst) throw new Problem('passkeyOver')
    await checkRoom(tx, userId)
    const now = clock()
    const { transports } = given.response
    const row = { ...key, userId, transports, name: deviceName(actor), createdAt: now }
    const added = await queries.insertPasskey(tx, row)
    if (!added) throw new Problem('passkeyThere')
    await tell(tx, actor, 'added', added.name, now)
    return { passkey: shown(added) }
  })
}

export async function renamePasskey(
  { db }: Needs,
  { userId }: SignedIn,
  id: string,
  name: string,
): Promise<{ passkey: Passkey }> {
  const row = await queries.renamePasskey(db, userId, id, name)
  if (!row) throw new Problem('notYours')
  return { passkey: shown(row) }
}

/** The session in which it is done goes on. */
export const removePasskey = (
  { db, clock, config }: Needs,
  actor: SignedIn,
  { id, requestKey }: { id: string; requestKey: string | undefined },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = clock()
    const { userId, sessionId } = actor
    // Asked again because the answer was lost: it is gone by then.
    if (await isRepeated(tx, config, { of: `removePasskey ${userId} ${id}`, requestKey }, now)) return
    await lockUser(tx, userId)
    const present = (await queries.passkeysOf(tx, userId)).find((row) => row.id === id)
    if (present && !present.refusedAt) await checkOtherWayIn(tx, config, userId, id)
    const removed = await queries.deletePasskey(tx, { userId, id, sessionId }, now)
    if (!removed) throw new Problem('notYours')
    await tell(tx, actor, 'removed', removed.name, now)
  })

type What = NonNullable<(typeof passkeyJob)['payload']>['what']
type Told = Pick<SignedIn, 'userAgent' | 'ip'> & { userId: string; sessionId: string | null }

export const tell = (tx: Transaction, told: Told, what: What, name: string, now: Date): Promise<void> => {
  const { userId, sessionId, userAgent, ip } = told
  const origin = { userAgent, ip, at: now.toISOString() }
  return addJob(tx, passkeyJob, { mailId: randomUUID(), userId, sessionId, what, name, ...origin })
}
