/** /newsignupverify: mails a sign-up code, or takes it; a verified address gets the ticket that /signup2 needs (A1, R20). */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import type { Language } from '@sampan/contract/paths'
import { refuseCommonPassword } from '../../adapters/passwords/passwords.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { askedBefore, checkCode, decoyCode, giveTicket, isVerified, mailCode, type SignUpTicket } from '../verification/index.ts'
import { accountThereJob } from './job-names.ts'
import { mayReportTaken } from './may-report-taken.ts'
import * as queries from './queries.ts'
import { refusePasswords } from './refuse-passwords.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'wait' | 'secrets' | 'config'>
type Asked = { email: string; browserHash: string; networkKey: string; language: Language; requestKey: string | undefined }
/** With a ticket the address is verified; without one a code is on its way. */
export type SignUpStep = { ticket: SignUpTicket } | { ticket: null; codeExpiresAt: Date }

/** Taken and free addresses write different rows: every answer waits until both would be done. */
const answerAfterMs = 100

/** For an address with an account: null says so; else all looks as for a free one, and the account's owner is told by mail. */
async function stepForTaken(tx: Transaction, needs: Needs, userId: string, asked: Asked, now: Date): Promise<SignUpStep | null> {
  const { email, browserHash, networkKey, requestKey, language } = asked
  if (await mayReportTaken(tx, needs.config, networkKey, now)) return null
  const codeAsked = { email, purpose: 'signUp' as const, browserHash, networkKey, requestKey }
  const { expiresAt, isJoint } = await decoyCode(tx, needs, codeAsked, language, now)
  // Of a mailbox that has had its mails nobody makes more.
  if (!isJoint) await addJob(tx, accountThereJob, { mailId: randomUUID(), userId })
  return { ticket: null, codeExpiresAt: expiresAt }
}

async function step(tx: Transaction, needs: Needs, asked: Asked): Promise<SignUpStep | null> {
  const now = needs.clock()
  const { language, networkKey, requestKey, ...person } = asked
  const before = await askedBefore(tx, { ...person, purpose: 'signUp', requestKey })
  if (before) return { ticket: null, codeExpiresAt: before }
  await takeRate(tx, needs.config.rateLimits.signUpNetwork, networkKey, now)
  const taken = await queries.findAccount(tx, { email: person.email })
  if (taken) return stepForTaken(tx, needs, taken.user.id, asked, now)
  if (await isVerified(tx, person.browserHash, person.email, now))
    return { ticket: await giveTicket(tx, needs.secrets.code, person, now) }
  const codeAsked = { ...person, purpose: 'signUp' as const, networkKey, requestKey }
  return { ticket: null, codeExpiresAt: await mailCode(tx, needs, codeAsked, language, now) }
}

export async function beginSignUp(needs: Needs, asked: Asked, password?: string | null): Promise<SignUpStep> {
  refusePasswords(needs.config)
  // Nobody fetches a code to hear only then that the account cannot have it.
  if (password) refuseCommonPassword(password)
  // What was taken of the limits must stay, so the refusal is thrown outside.
  const [answer] = await Promise.all([inTransaction(needs.db, (tx) => step(tx, needs, asked)), needs.wait(answerAfterMs)])
  if (!answer) throw new Problem('emailTaken')
  return answer
}

/** Takes the code. A crash between its two writes leaves the address verified: asked again, beginSignUp gives the ticket. */
export async function verifySignUp(needs: Needs, { email, browserHash }: Asked, code: string): Promise<SignUpStep> {
  refusePasswords(needs.config)
  const person = { email, browserHash }
  await checkCode(needs, { ...person, purpose: 'signUp' }, code)
  const ticket = await inTransaction(needs.db, (tx) => giveTicket(tx, needs.secrets.code, person, needs.clock()))
  return { ticket }
}
