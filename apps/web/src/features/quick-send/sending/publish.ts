/** Making a transfer of an upload, and cancelling it. */
import { Problem } from '@sampan/contract/errors'
import type { Language } from '@sampan/contract/paths'
import type { RouteReply } from '@sampan/contract/routes/route'
import { quicksend2, takeBack } from '@sampan/contract/routes/transfers'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { mergeRecipients } from '@sampan/contract/rules/recipients'
import { isProblem } from '../../../lib/is-problem.ts'
import { recordedOf } from '../../../product/files/recorded-files.ts'
import { api } from '../../../product/session/api.ts'
import { restoreSession } from '../../../product/session/session.ts'
import type { Form } from '../form/form.ts'
import type { Account } from '../form/limits.ts'
import { chosenOptions } from '../form/options.ts'

/** A session that ended meanwhile must not turn an account's transfer into a guest's. */
async function checkStillSignedIn(account: Account | null): Promise<void> {
  if (account && (await restoreSession())?._id !== account._id) throw new Problem('signedOut')
}

export type Published = RouteReply<typeof quicksend2>

export async function publish(form: Form, { slug }: UploadPlan, language: Language): Promise<Published> {
  const { account, sendAs, sender, message, chips, options, plan, files } = form
  await checkStillSignedIn(account)
  return api.call(quicksend2, {
    body: {
      slug,
      sendAs,
      ...(!account && { senderEmail: sender }),
      message,
      emailTo: sendAs === 'email' ? chips.list.map((email) => ({ email })) : [],
      language,
      ...chosenOptions(options, plan, account !== null, new Date()),
      ...(await recordedOf(files, { isGuest: !account })),
    },
  })
}

/** An upload that was sent before answers with what it was sent as. */
export function isAnswerTo(
  { sendAs, chips }: Pick<Form, 'sendAs' | 'chips'>,
  answer: Pick<Published, 'sendAs' | 'emailTo'>,
): boolean {
  const wanted = sendAs === 'email' ? mergeRecipients([], chips.list) : []
  const people = new Set(answer.emailTo.map(({ email }) => email.toLowerCase()))
  return answer.sendAs === sendAs && people.size === wanted.length && wanted.every((email) => people.has(email))
}

/** Whether it came in time: with its last byte it is sent for good. Rejects where nobody answers. */
export async function cancelOnServer(slug: string): Promise<boolean> {
  try {
    await api.call(takeBack, { body: { slug } })
    return true
  } catch (error) {
    if (isProblem(error, 'uploadClosed')) return false
    throw error
  }
}
