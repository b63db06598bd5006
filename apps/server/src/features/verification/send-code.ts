/** Mails a code to an address, unless this browser has verified it already (Q12). */
import { randomUUID } from 'node:crypto'
import { codeLength, codeLifeSeconds } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import { codeAlphabet } from '@sampan/contract/rules/verification-code'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { mailboxKey, takeMailboxRate } from '../../http/mailbox-rate.ts'
import { randomText } from '../../http/random-text.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { addJob, jobName } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import type { CodeBinding } from './check-code.ts'
import { hashCode, sealCode } from './code-secrecy.ts'
import { type CodeMailPayload, codeOfRequest, replaceCode } from './queries.ts'
import { verifiedUntil } from './verified.ts'

type Needs = Pick<Services, 'secrets' | 'config'>
/** `requestKey`: its Idempotency-Key, if it has one. */
type Asked = CodeBinding & { networkKey: string; requestKey?: string | undefined }
type Answer = { ok: true; verified: boolean; expiresAt: string }

export const codeMailJob = jobName<CodeMailPayload>('mail-code')
/** Seven tries end after some ten minutes: the code is dead by then. */
const mailTries = 7

/** Always in this order, so that requests which wait for each other's limits never do so in a circle. */
async function takeRates(tx: Transaction, { rateLimits }: Needs['config'], asked: Asked, now: Date): Promise<void> {
  const { email, browserHash, networkKey } = asked
  await takeRate(tx, rateLimits.codeAddressBrowser, `${email} ${browserHash}`, now)
  const rules = { network: rateLimits.codeAddressNetwork, shared: rateLimits.codeAddress, ceiling: rateLimits.codeMailbox }
  await takeMailboxRate(tx, rules, { email, networkKey }, now)
  await takeRate(tx, rateLimits.codeMailboxDay, mailboxKey(email), now)
  await takeRate(tx, rateLimits.codeNetwork, networkKey, now)
}

/** A new code in the table, within the limits. Whoever calls it mails it, or lets it be one that nobody ever learns. */
async function makeCode(tx: Transaction, { secrets, config }: Needs, { networkKey, requestKey, ...binding }: Asked, now: Date) {
  await takeRates(tx, config, { networkKey, ...binding }, now)
  const id = randomUUID()
  const code = randomText(codeLength, codeAlphabet)
  const expiresAt = addSeconds(now, codeLifeSeconds)
  await replaceCode(tx, binding, { id, codeHash: hashCode(secrets.code, binding, code), expiresAt, createdAt: now, requestKey })
  return { expiresAt, verificationId: id, sealedCode: sealCode(secrets.code, id, code) }
}

/** Until when the code is good that was asked for by this very call, whose answer was lost; it is not mailed once more (H3). */
export const askedBefore = async (tx: Transaction, { requestKey, ...binding }: CodeBinding & Pick<Asked, 'requestKey'>) =>
  requestKey ? codeOfRequest(tx, binding, requestKey) : null

/** Mails a code for a purpose, within the limits; answers until when it is good. */
export async function mailCode(tx: Transaction, needs: Needs, asked: Asked, language: Language, now: Date): Promise<Date> {
  const { expiresAt, ...sealed } = await makeCode(tx, needs, asked, now)
  await addJob(tx, codeMailJob, { ...sealed, purpose: asked.purpose, language }, { maxAttempts: mailTries })
  return expiresAt
}

/** The same work and limits, but what is mailed is the caller's to say: for addresses of which nothing may be learned (R20). */
export async function decoyCode(tx: Transaction, needs: Needs, asked: Asked, now: Date): Promise<Date> {
  return (await makeCode(tx, needs, asked, now)).expiresAt
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
