/** Mails a code to an address, unless this browser has verified it already (Q12). */
import { randomUUID } from 'node:crypto'
import { codeLength, codeLifeSeconds, codeMaxTries, jointCode } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import { codeAlphabet } from '@sampan/contract/rules/verification-code'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { mailboxKey } from '../../http/mailbox-rate.ts'
import { randomText } from '../../http/random-text.ts'
import { takenOf, takeRate, takeRateIfLeft } from '../../http/rate-limit.ts'
import { addJob, jobName } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import type { CodeBinding } from './check-code.ts'
import { hashCode, sealCode } from './code-secrecy.ts'
import { hasJointCode, takeJointCode } from './joint-code.ts'
import { type CodeMailPayload, codeOfRequest, replaceCode } from './queries.ts'
import { verifiedUntil } from './verified.ts'

type Needs = Pick<Services, 'secrets' | 'config'>
/** `requestKey`: its Idempotency-Key, if it has one. */
type Asked = CodeBinding & { networkKey: string; requestKey?: string | undefined }
type Answer = { ok: true; verified: boolean; expiresAt: string }

export const codeMailJob = jobName<CodeMailPayload>('mail-code')
/** Seven tries end after some ten minutes: the code is dead by then. */
const mailTries = 7

/**
 * Whether a code of one's own may be mailed; else who asks is given a joint one. Always in this order, so that requests which wait for
 * each other's limits never do so in a circle.
 */
async function takeRates(tx: Transaction, { rateLimits }: Needs['config'], asked: Asked, now: Date): Promise<boolean> {
  const { email, browserHash, networkKey } = asked
  const mailbox = mailboxKey(email)
  const ofNetwork = `${mailbox} ${networkKey}`
  await takeRate(tx, rateLimits.codeAddressBrowser, `${email} ${browserHash}`, now)
  const mayJoin = (await takenOf(tx, rateLimits.codeAddressNetwork, ofNetwork, now)) < jointCode.perNetwork
  await takeRate(tx, rateLimits.codeAddressNetwork, ofNetwork, now)
  await takeRate(tx, rateLimits.codeNetwork, networkKey, now)
  if (mayJoin && (await hasJointCode(tx, email, now))) return false
  const take = mayJoin ? takeRateIfLeft : takeRate
  return (
    (await take(tx, rateLimits.codeAddress, mailbox, now)) !== null &&
    (await take(tx, rateLimits.codeMailboxDay, mailbox, now)) !== null
  )
}

type Made = {
  expiresAt: Date
  /** Null: it is in a mail that was queued before. */
  mail: Omit<CodeMailPayload, 'language'> | null
  isJoint: boolean
}

/** A new code in the table, within the limits. Whoever calls it mails it; of a decoy's code nobody ever learns. */
async function makeCode(
  tx: Transaction,
  needs: Needs,
  { networkKey, requestKey, ...binding }: Asked,
  now: Date,
  isDecoy = false,
): Promise<Made> {
  const { secrets, config } = needs
  const isOwn = await takeRates(tx, config, { networkKey, ...binding }, now)
  const joint = isOwn ? null : await takeJointCode(tx, needs, binding.email, now)
  const id = randomUUID()
  const ownCode = randomText(codeLength, codeAlphabet)
  const code = joint && !isDecoy ? joint.code : ownCode
  const expiresAt = joint?.expiresAt ?? addSeconds(now, codeLifeSeconds)
  const tries = joint ? codeMaxTries - jointCode.tries : 0
  await replaceCode(tx, binding, {
    id,
    codeHash: hashCode(secrets.code, binding, code),
    expiresAt,
    createdAt: now,
    requestKey,
    tries,
  })
  const sealed = (verificationId: string, text: string) => ({
    verificationId,
    sealedCode: sealCode(secrets.code, verificationId, text),
  })
  if (!joint) return { expiresAt, mail: { ...sealed(id, code), purpose: binding.purpose }, isJoint: false }
  return { expiresAt, mail: joint.isNew ? { ...sealed(joint.id, joint.code), purpose: 'joint' } : null, isJoint: true }
}

const queueMail = (tx: Transaction, mail: CodeMailPayload): Promise<void> =>
  addJob(tx, codeMailJob, mail, { maxAttempts: mailTries })

/** Until when the code is good that was asked for by this very call, whose answer was lost; it is not mailed once more (H3). */
export const askedBefore = async (tx: Transaction, { requestKey, ...binding }: CodeBinding & Pick<Asked, 'requestKey'>) =>
  requestKey ? codeOfRequest(tx, binding, requestKey) : null

/** Mails a code for a purpose, within the limits; answers until when it is good. */
export async function mailCode(tx: Transaction, needs: Needs, asked: Asked, language: Language, now: Date): Promise<Date> {
  const { expiresAt, mail } = await makeCode(tx, needs, asked, now)
  if (mail) await queueMail(tx, { ...mail, language })
  return expiresAt
}

/**
 * The same work and limits, for addresses of which nothing may be learned (R20): what is mailed is the caller's to say, unless all who ask
 * get one mail.
 */
export async function decoyCode(
  tx: Transaction,
  needs: Needs,
  asked: Asked,
  language: Language,
  now: Date,
): Promise<{ expiresAt: Date; isJoint: boolean }> {
  const { expiresAt, mail, isJoint } = await makeCode(tx, needs, asked, now, true)
  if (mail && isJoint) await queueMail(tx, { ...mail, language })
  return { expiresAt, isJoint }
}

type Input = Omit<Asked, 'purpose'> & { language: Language }

/** For sending as a guest. */
export const sendCode = ({ db, clock, ...needs }: Needs & Pick<Services, 'db' | 'clock'>, input: Input): Promise<Answer> =>
  inTransaction(db, async (tx) => {
    const now = clock()
    const { language, ...person } = input
    const { email, browserHash, requestKey } = person
    const before = await askedBefore(tx, { email, purpose: 'send', browserHash, requestKey })
    if (before) return { ok: true, verified: false, expiresAt: before.toISOString() }
    const until = await verifiedUntil(tx, person.browserHash, person.email, now)
    if (until) return { ok: true, verified: true, expiresAt: until.toISOString() }
    const expiresAt = await mailCode(tx, needs, { ...person, purpose: 'send' }, language, now)
    return { ok: true, verified: false, expiresAt: expiresAt.toISOString() }
  })
