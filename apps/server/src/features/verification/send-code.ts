/** Mails a code to an address, unless this browser has proved it already (Q12). */
import { randomUUID } from 'node:crypto'
import { codeLength, codeLifeSeconds } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import { codeAlphabet } from '@sampan/contract/rules/verification-code'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { randomText } from '../../http/random-text.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { addJob, jobName } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { hashCode, sealCode } from './code-secrecy.ts'
import { type Binding, type CodeMailPayload, replaceCode } from './queries.ts'
import { secondsAfter, verifiedUntil } from './verified.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>
type Input = { email: string; browserHash: string; networkKey: string; language: Language }
type Answer = { ok: true; verified: boolean; expiresAt: string }

export const codeMailJob = jobName<CodeMailPayload>('mail-code')
/** Seven tries end after some ten minutes: the code is dead by then. */
const mailTries = 7

/** Always in this order, so that requests which wait for each other's limits never do so in a circle. */
async function takeRates(tx: Transaction, { rateLimits }: Needs['config'], input: Input, now: Date): Promise<void> {
  const { email, browserHash, networkKey } = input
  await takeRate(tx, rateLimits.codeAddressBrowser, `${email} ${browserHash}`, now)
  await takeRate(tx, rateLimits.codeAddress, email, now)
  await takeRate(tx, rateLimits.codeNetwork, networkKey, now)
}

async function makeCode(tx: Transaction, secret: Buffer, binding: Binding, language: Language, now: Date): Promise<Date> {
  const id = randomUUID()
  const code = randomText(codeLength, codeAlphabet)
  const expiresAt = secondsAfter(now, codeLifeSeconds)
  await replaceCode(tx, binding, { id, codeHash: hashCode(secret, binding, code), expiresAt, createdAt: now })
  const payload = { verificationId: id, language, sealedCode: sealCode(secret, id, code) }
  await addJob(tx, codeMailJob, payload, { maxAttempts: mailTries })
  return expiresAt
}

export const sendCode = ({ db, clock, secrets, config }: Needs, input: Input): Promise<Answer> =>
  inTransaction(db, async (tx) => {
    const now = clock()
    const { email, browserHash, language } = input
    const until = await verifiedUntil(tx, browserHash, email, now)
    if (until) return { ok: true, verified: true, expiresAt: until.toISOString() }
    await takeRates(tx, config, input, now)
    const expiresAt = await makeCode(tx, secrets.code, { email, purpose: 'send', browserHash }, language, now)
    return { ok: true, verified: false, expiresAt: expiresAt.toISOString() }
  })
