/** A forgotten password: a link by mail, good once and for an hour; the newest alone (A2, A4, R24). */
import { createHmac, randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { resetLinkSeconds } from '@sampan/contract/limits'
import { updatePasswordPath } from '@sampan/contract/paths'
import { hashPassword, refuseCommonPassword } from '../../adapters/passwords/passwords.ts'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { mailboxKey } from '../../http/mailbox-rate.ts'
import { base62Of, sha256 } from '../../http/random-text.ts'
import { takeRate, takeRateIfLeft } from '../../http/rate-limit.ts'
import { isRepeated, type KeyedCall, wasMade } from '../../http/request-key.ts'
import { addJob } from '../../jobs/queue.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { forgetVerifications } from '../verification/index.ts'
import { resetLinkMail } from './emails-credentials.tsx'
import { passwordChangedJob, type ResetAsked, resetLinkJob } from './job-names.ts'
import { mailAccount } from './mail-account.ts'
import { findAccount, updateUser } from './queries.ts'
import * as queries from './queries-credentials.ts'
import { refusePasswords } from './refuse-passwords.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'config'>

/** 128 bits, derived: a mail that has to be tried again carries the same one, and the table holds its hash alone. */
const tokenOf = (secret: Buffer, resetId: string): string => base62Of(createHmac('sha256', secret).update(resetId).digest())

/**
 * A mailbox gets so many an hour, of which strangers may take all. Who comes then is refused nothing: the last link that was mailed is
 * theirs too, and is mailed anew before it grows old.
 */
const mayMailReset = async (tx: Transaction, { rateLimits }: Needs['config'], email: string, now: Date): Promise<boolean> =>
  (await takeRateIfLeft(tx, rateLimits.resetAddress, mailboxKey(email), now)) !== null ||
  (await takeRateIfLeft(tx, rateLimits.resetJoint, sha256(email).toString('base64url'), now)) !== null

/** Whether there is such an account only the job finds out. */
export const askReset = async (
  { db, clock, config }: Needs,
  { networkKey }: Actor,
  { email, requestKey }: { email: string; requestKey: string | undefined },
): Promise<void> => {
  refusePasswords(config)
  return inTransaction(db, async (tx) => {
    const now = clock()
    if (await isRepeated(tx, config, { of: `resetPasswordLink ${email}`, requestKey }, now)) return
    await takeRate(tx, config.rateLimits.resetNetwork, networkKey, now)
    await takeRate(tx, config.rateLimits.resetAddressNetwork, `${mailboxKey(email)} ${networkKey}`, now)
    if (!(await mayMailReset(tx, config, email, now))) return
    await addJob(tx, resetLinkJob, { resetId: randomUUID(), email, askedAt: now.toISOString() })
  })
}

/** One that was asked for again since, or has run out while no mail left the house, is not mailed any more. */
export async function mailReset(services: Services, { resetId, email, askedAt, isAlarm }: ResetAsked): Promise<void> {
  const { db, clock, config, secrets } = services
  const createdAt = new Date(askedAt)
  const expiresAt = addSeconds(createdAt, resetLinkSeconds)
  const account = expiresAt > clock() && (await findAccount(db, { email }))
  if (!account) return
  const { user } = account
  const token = tokenOf(secrets.reset, resetId)
  const isNewest = await inTransaction(db, async (tx) => {
    if ((await queries.lockUser(tx, user.id))?.email !== email) return false
    return queries.replaceReset(tx, { id: resetId, userId: user.id, tokenHash: sha256(token), createdAt, expiresAt })
  })
  if (!isNewest) return
  const link = urlOf(config, updatePasswordPath(token))
  const mail = resetLinkMail({ language: user.language, productName: config.productName, link, isAlarm: isAlarm === true })
  await mailAccount(services, user, resetId, mail)
}

/** Throws resetLinkDead. */
export async function checkReset({ db, clock, config }: Needs, token: string): Promise<void> {
  refusePasswords(config)
  if (!(await queries.findReset(db, sha256(token), clock()))) throw new Problem('resetLinkDead')
}

type Input = { token: string; password: string; requestKey: string | undefined }

const callOf = (tokenHash: Buffer, requestKey: string | undefined): KeyedCall => ({
  of: `resetPassword ${tokenHash.toString('base64url')}`,
  requestKey,
})

export async function resetPassword(needs: Needs, actor: Actor, { token, password, requestKey }: Input): Promise<void> {
  refusePasswords(needs.config)
  const tokenHash = sha256(token)
  // Asked again because the answer was lost: the link is used up by then.
  if (await wasMade(needs.db, needs.config, callOf(tokenHash, requestKey), needs.clock())) return
  // The link is looked at before the work of hashing, and used up with what it allows.
  await checkReset(needs, token)
  refuseCommonPassword(password)
  const passwordHash = await hashPassword(password)
  await inTransaction(needs.db, async (tx) => {
    const now = needs.clock()
    if (await isRepeated(tx, needs.config, callOf(tokenHash, requestKey), now)) return
    await setByLink(tx, actor, tokenHash, passwordHash, now)
  })
}

async function setByLink(tx: Transaction, actor: Actor, tokenHash: Buffer, passwordHash: string, now: Date): Promise<void> {
  const reset = await queries.findReset(tx, tokenHash, now)
  const account = reset && (await findAccount(tx, { id: reset.userId }))
  // Tries before the account, as log-ins have them.
  if (account) await queries.forgetFailedLogIns(tx, account.user.email, actor.browserHash!)
  const user = account && (await queries.lockUser(tx, account.user.id))
  if (!user || !(await queries.markResetUsed(tx, tokenHash, now))) throw new Problem('resetLinkDead')
  await updateUser(tx, user.id, { passwordHash })
  await queries.endSessions(tx, user.id, null, now)
  // Who had the mailbox for a while must not go on sending as its address.
  await forgetVerifications(tx, user.email)
  const { userAgent, ip } = actor
  const origin = { userAgent, ip, at: now.toISOString() }
  await addJob(tx, passwordChangedJob, { mailId: randomUUID(), userId: user.id, isReset: true, ...origin })
}
