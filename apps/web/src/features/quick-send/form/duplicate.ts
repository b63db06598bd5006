/** A transfer once more, as its sender made it: to the same people, with the same words and options. A password is known to nobody any more. */
import type { TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { addRecipients, noChips } from '../../../product/recipients/chips.ts'
import type { Form } from './form-state.ts'
import { optionsLike } from './options.ts'

export function duplicateOf(form: Form, { transfer, recipients }: TransferDetail): Form {
  const { message, sendAs } = transfer
  return {
    ...form,
    sendAs,
    message,
    chips: addRecipients(
      noChips,
      recipients.map(({ email }) => email),
    ),
    options: { ...form.options, ...optionsLike(transfer) },
    needsPassword: transfer.hasPassword,
  }
}

/** What was sent already, to go on with its upload: it has the password that it was given. */
export const asSent = (form: Form, sent: TransferDetail): Form => ({ ...duplicateOf(form, sent), needsPassword: false })
