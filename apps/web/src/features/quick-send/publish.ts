/** Making a transfer of an upload, and taking that back. */
import { Problem } from '@sampan/contract/errors'
import type { Language } from '@sampan/contract/paths'
import type { RouteReply } from '@sampan/contract/routes/route'
import { quicksend2, takeBack as takeBackRoute } from '@sampan/contract/routes/transfers'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { mergeRecipients } from '@sampan/contract/rules/recipients'
import { api } from '../../lib/api.ts'
import { recordedOf } from '../../lib/recorded-files.ts'
import { restoreSession } from '../../lib/session.ts'
import type { Form } from './form.ts'
import type { Account } from './limits.ts'
import { chosenOptions } from './options.ts'

/** A session that ended meanwhile must not turn an account's transfer into a guest's. */
async function checkStillSignedIn(account: Account | null): Promise<void> {
  if (account && (await restoreSession())?._id !== account._id) throw new Problem('signedOut')
}

type Answer = RouteReply<typeof quicksend2>

export async function publish(form: Form, { slug }: UploadPlan, language: Language): Promise<Answer> {
  const { account, sendAs, sender, message, chips, options, plan, files } = form
  await checkStillSignedIn(account)
  const { expirySeconds, password, downloadLimit, notifies } = chosenOptions(options, plan, account !== null, new Date())
  return api.call(quicksend2, {
    body: {
      slug,
      sendAs,
      ...(!account && { senderEmail: sender }),
      message,
      emailTo: sendAs === 'email' ? chips.list.map((email) => ({ email })) : [],
      expirySeconds,
      notifyOnDownload: notifies,
      language,
      password,
      downloadLimit,
      ...(await recordedOf(files, { isGuest: !account })),
    },
  })
}

/** An upload that was sent before answers with what it was sent as. */
export function isAnswerTo(
  { sendAs, chips }: Pick<Form, 'sendAs' | 'chips'>,
  answer: Pick<Answer, 'sendAs' | 'emailTo'>,
): boolean {
  const wanted = sendAs === 'email' ? mergeRecipients([], chips.list) : []
  const people = new Set(answer.emailTo.map(({ email }) => email.toLowerCase()))
  return answer.sendAs === sendAs && people.size === wanted.length && wanted.every((email) => people.has(email))
}

export const takeBack = (slug: string): Promise<void> => api.call(takeBackRoute, { body: { slug } })
