/** Who sends, as the page has it, and as it is submitted. */
import type { FieldCode } from '@sampan/contract/errors'
import { requestLimits } from '@sampan/contract/limits'
import type { RequestView } from '@sampan/contract/routes/request-page'
import { isEmail, normalizeEmail } from '@sampan/contract/rules/recipients'
import type { Words } from './kept-answer.ts'
import type { Contact } from './queries.ts'

export type Wrong = { name?: FieldCode; email?: FieldCode; message?: FieldCode }

const emailOf = ({ emailField }: RequestView, typed: string): string => (emailField === 'hidden' ? '' : normalizeEmail(typed))

/** Alone and with files, counted as the contract does. */
export const maxChars = requestLimits.commentChars

export function wrongOf(view: RequestView, { name, email: typed, message }: Words): Wrong {
  const { nameField, emailField, me } = view
  const email = emailOf(view, typed)
  return {
    ...(nameField === 'required' && !name.trim() && { name: 'required' as const }),
    ...(!me && emailField === 'required' && !email && { email: 'required' as const }),
    ...(!me && email && !isEmail(email) && { email: 'invalidEmail' as const }),
    ...(message.length > maxChars && { message: 'tooLong' as const }),
  }
}

/** What was kept fills what nobody has typed yet; whom the personal link names is who that says. */
export const firstWords = ({ me }: RequestView, kept: Words | null): Words => ({
  name: kept?.name || (me?.name ?? ''),
  email: me?.email ?? kept?.email ?? '',
  message: kept?.message ?? '',
})

export const contactOf = (view: RequestView, { name, email, message }: Words, language: Contact['language']): Contact => ({
  name: name.trim(),
  email: view.me ? '' : emailOf(view, email),
  message,
  language,
})
