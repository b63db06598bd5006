/** What a call to send may ask for, before and after its plan is known. */
import { Problem } from '@sampan/contract/errors'
import { expirySeconds as expiries, type PlanHolder, planOf, planRole } from '@sampan/contract/plans'
import type { RouteInput } from '@sampan/contract/routes/route'
import type { quicksend2 } from '@sampan/contract/routes/transfers'
import { mayExpireAfter } from '@sampan/contract/rules/expiry'
import { mergeRecipients } from '@sampan/contract/rules/recipients'
import type { Db } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { findUser } from '../accounts/index.ts'
import { requireOwnId } from './own-id.ts'

type Given = RouteInput<typeof quicksend2>['body']
type Begun = { sendAs: 'email' | 'link'; expirySeconds: number; message: string; notifyOnDownload: boolean }
export type Input = Omit<Given, keyof Begun> & Begun
export type Checked = { senderEmail: string; to: string[] }

/**
 * What the account's settings fill in where a call leaves it out (B4): programs and terminals have them like the card, which sends all
 * of it. An expiry that the plan does not allow any more is passed over; whoever names recipients means mail.
 */
export async function withDefaults<G extends Partial<Begun> & Pick<Given, 'emailTo'>>(
  db: Db,
  actor: Actor,
  { sendAs, expirySeconds, message, notifyOnDownload, ...given }: G,
): Promise<Omit<G, keyof Begun> & Begun> {
  const isLeftOut = [sendAs, expirySeconds, message, notifyOnDownload].includes(undefined)
  const own = isLeftOut && actor.kind === 'user' ? (await findUser(db, actor.userId))?.transferSettings : undefined
  const isAllowed = own?.expirySeconds !== undefined && mayExpireAfter(planOf(actor), own.expirySeconds)
  return {
    ...given,
    sendAs: sendAs ?? (given.emailTo.length > 0 ? 'email' : own?.sendAs) ?? 'email',
    expirySeconds: expirySeconds ?? (isAllowed ? own.expirySeconds! : expiries.week),
    message: message ?? own?.message ?? '',
    notifyOnDownload: notifyOnDownload ?? own?.notifyOnDownload ?? true,
  }
}

/** What can be refused before anything is looked up. Foreign ids are refused, never believed (reliability, Decisions). */
export function checkInput(actor: Actor, input: Input): Checked {
  requireOwnId(actor, input.senderId)
  const isGuest = actor.kind === 'anonymous'
  if ((isGuest && input.shareWith?.length) || (input.parentAdminID && (isGuest || actor.teamRole === 'owner')))
    throw new Problem('notYours')
  if (isGuest && (input.password || input.downloadLimit)) throw new Problem('accountNeeded')
  const to = recipientsOf(input)
  if (isGuest) checkPlan(actor, input, to)
  const senderEmail = isGuest ? input.senderEmail : actor.email
  if (!senderEmail) throw new Problem('invalidInput', {}, { fields: { senderEmail: 'required' } })
  if (input.sendAs === 'email' && to.length === 0) throw new Problem('invalidInput', {}, { fields: { emailTo: 'required' } })
  return { senderEmail, to }
}

/** A link goes to nobody by mail, whatever was typed before it was chosen. */
const recipientsOf = ({ sendAs, emailTo }: Input): string[] =>
  sendAs === 'link'
    ? []
    : mergeRecipients(
        [],
        emailTo.map(({ email }) => email),
      )

/** What a plan allows; for an account by what its locked row has. */
export function checkPlan(sender: PlanHolder, { sendAs, expirySeconds }: Input, to: readonly string[]): void {
  const role = planRole(sender.role)
  const plan = planOf(sender)
  if (sendAs === 'link' && !plan.links) throw new Problem('linksReserved')
  if (to.length > plan.recipients) throw new Problem('tooManyRecipients', { role, limit: plan.recipients })
  if (!mayExpireAfter(plan, expirySeconds)) throw new Problem('expiryNotAllowed', { role })
}
