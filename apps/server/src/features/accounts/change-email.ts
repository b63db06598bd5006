/** Another address: the present password, then a code that was mailed there; the old address is told (A5). Sessions stay. */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import type { User } from '@sampan/contract/routes/accounts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { payerChanged } from '../billing/index.ts'
import { askedBefore, checkCodeAnd, decoyCode, mailCode } from '../verification/index.ts'
import { confirmPassword } from './confirm-password.ts'
import { emailChangedJob } from './job-names.ts'
import { mayReportTaken } from './may-report-taken.ts'
import { findAccount } from './queries.ts'
import * as queries from './queries-credentials.ts'
import { type Adopting, claimSent, userOf } from './sessions.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'wait' | 'config' | 'secrets'>

/** To the session that gave the password, which is in one browser. */
const bindingOf = ({ sessionId }: SignedIn, email: string) => ({
  email,
  purpose: 'emailChange' as const,
  browserHash: `session:${sessionId}`,
})

type Begin = { email: string; password: string; requestKey: string | undefined }

/** Answers until when the code is good. For a taken address, of which nothing more may be told, a code that nobody ever learns. */
async function mailCodeTo(
  tx: Transaction,
  needs: Needs,
  actor: SignedIn,
  { email, requestKey }: Pick<Begin, 'email' | 'requestKey'>,
): Promise<Date | null> {
  const now = needs.clock()
  const binding = { ...bindingOf(actor, email), requestKey }
  const before = await askedBefore(tx, binding)
  if (before) return before
  const asked = { ...binding, networkKey: actor.networkKey }
  const isTaken = (await findAccount(tx, { email })) !== undefined
  if (!isTaken) return mailCode(tx, needs, asked, actor.mailLanguage, now)
  if (await mayReportTaken(tx, needs.config, actor.networkKey, now)) return null
  return (await decoyCode(tx, needs, asked, actor.mailLanguage, now)).expiresAt
}

export async function beginEmailChange(
  needs: Needs,
  actor: SignedIn,
  { email, password, requestKey }: Begin,
): Promise<{ expiresAt: string }> {
  await confirmPassword(needs, actor, password)
  // What was taken of the limits must stay, so the refusal is thrown outside.
  const expiresAt = await inTransaction(needs.db, (tx) => mailCodeTo(tx, needs, actor, { email, requestKey }))
  if (!expiresAt) throw new Problem('emailTaken')
  return { expiresAt: expiresAt.toISOString() }
}

async function giveAddress(tx: Transaction, needs: Needs & Adopting, actor: SignedIn, email: string): Promise<User> {
  const now = needs.clock()
  const user = await queries.lockUser(tx, actor.userId)
  if (!user) throw new Problem('signedOut')
  if (!(await queries.changeEmail(tx, user.id, email))) throw new Problem('emailTaken')
  await payerChanged(tx, user.ownerId)
  // A link in the old mailbox is no way in any more.
  await queries.endResets(tx, user.id, now)
  const origin = { userAgent: actor.userAgent, ip: actor.ip, at: now.toISOString() }
  await addJob(tx, emailChangedJob, { mailId: randomUUID(), userId: user.id, from: user.email, to: email, ...origin })
  return userOf(needs, await claimSent(tx, needs, user.id, now))
}

export async function confirmEmailChange(
  needs: Needs & Adopting,
  actor: SignedIn,
  input: { email: string; code: string },
): Promise<{ user: User }> {
  const { email, code } = input
  // Asked again because the answer was lost.
  if (actor.email === email) return { user: userOf(needs, (await findAccount(needs.db, { id: actor.userId }))!) }
  return { user: await checkCodeAnd(needs, bindingOf(actor, email), code, (tx) => giveAddress(tx, needs, actor, email)) }
}
