/** Setting up the second step of log-ins, and ending it (A10). What changes is told by mail. */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import type { SecondFactor } from '@sampan/contract/routes/second-factor'
import { newTotpKey, totpAddress } from '../../adapters/totp/totp.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { addJob } from '../../jobs/queue.ts'
import { sealText } from '../../sealed-text.ts'
import type { Services } from '../../services.ts'
import { secondFactorJob } from './job-names.ts'
import { findAccount, markProven } from './queries.ts'
import { lockUser } from './queries-credentials.ts'
import { deletePasskeys } from './queries-passkeys.ts'
import * as queries from './queries-second-factor.ts'
import { hasSecondFactor, makeRecoveryCodes, placeOf, stepOf } from './take-code.ts'
import { releaseHits, takeTries } from './tries.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>
type What = NonNullable<(typeof secondFactorJob)['payload']>['what']

export async function readSecondFactor({ db, clock }: Needs, { userId }: SignedIn): Promise<SecondFactor> {
  const confirmedAt = (await queries.findFactor(db, userId))?.confirmedAt ?? null
  return {
    isOn: confirmedAt !== null,
    since: confirmedAt?.getTime() ?? null,
    recoveryCodesLeft: await queries.countRecoveryCodes(db, userId),
    remembered: await queries.countRemembered(db, userId, clock()),
  }
}

export async function beginSecondFactor(
  { db, clock, secrets, config }: Needs,
  { userId, email }: SignedIn,
): Promise<{ key: string; address: string }> {
  const key = newTotpKey()
  const isPut = await queries.putFactor(db, { userId, secret: sealText(placeOf(secrets, userId), key), createdAt: clock() })
  if (!isPut) throw new Problem('secondFactorOn')
  return { key, address: totpAddress(key, { issuer: config.productName, label: email }) }
}

/** Of the session that proves it: it has given a code as well. */
async function turnOn(tx: Transaction, needs: Needs, actor: SignedIn, code: string): Promise<string[]> {
  const now = needs.clock()
  await markProven(tx, actor.sessionId, now, 'passwordAndCode')
  const factor = await queries.findFactor(tx, actor.userId)
  if (!factor) throw new Problem('secondFactorOff')
  const step = stepOf(needs, factor, code)
  if (await queries.confirmFactor(tx, factor, step, now)) await tell(tx, actor, 'on', now)
  // Asked again because the answer was lost: nobody has seen the codes of the first.
  else if ((await queries.findFactor(tx, actor.userId))?.lastStep !== step) throw new Problem('secondFactorOn')
  return makeRecoveryCodes(tx, needs, actor.userId)
}

export async function confirmSecondFactor(needs: Needs, actor: SignedIn, code: string): Promise<{ recoveryCodes: string[] }> {
  const { secondFactorAccount: rule } = needs.config.rateLimits
  const hits = await takeTries(needs, async () => [{ rule, key: `${actor.userId} ${actor.sessionId}` }])
  return inTransaction(needs.db, async (tx) => {
    await releaseHits(tx, hits)
    return { recoveryCodes: await turnOn(tx, needs, actor, code) }
  })
}

export const renewRecoveryCodes = (needs: Needs, { userId }: SignedIn): Promise<{ recoveryCodes: string[] }> =>
  inTransaction(needs.db, async (tx) => {
    await lockUser(tx, userId)
    if (!(await hasSecondFactor(tx, userId))) throw new Problem('secondFactorOff')
    return { recoveryCodes: await makeRecoveryCodes(tx, needs, userId) }
  })

const tell = (tx: Transaction, { userId, userAgent, ip }: SignedIn, what: What, now: Date): Promise<void> =>
  addJob(tx, secondFactorJob, { mailId: randomUUID(), userId, what, origin: { userAgent, ip, at: now.toISOString() } })

/** What is off already stays so, and nobody is told again. */
export const removeSecondFactor = ({ db, clock }: Needs, actor: SignedIn): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (await queries.deleteFactor(tx, actor.userId)) await tell(tx, actor, 'off', clock())
  })

/** For somebody who has neither app nor recovery codes, as the operator was convinced of. What they have lost is in other hands perhaps, passkeys too. */
export const removeSecondFactorOf = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  email: string,
  note: (tx: Transaction, userId: string, now: Date) => Promise<void> = async () => {},
): Promise<'done' | 'unknown' | 'off'> =>
  inTransaction(db, async (tx) => {
    const account = await findAccount(tx, { email })
    if (!account) return 'unknown'
    const { id: userId } = account.user
    const hadPasskeys = (await deletePasskeys(tx, userId, clock())) > 0
    if (!(await queries.deleteFactor(tx, userId)) && !hadPasskeys) return 'off'
    await addJob(tx, secondFactorJob, { mailId: randomUUID(), userId, what: 'offByOperator', origin: null })
    await note(tx, userId, clock())
    return 'done'
  })
