/** What an account's transfers begin with (B4). Pure: nothing that was chosen or written here is overwritten. */
import type { TransferSettings } from '@sampan/contract/routes/settings'
import { expiryName } from '@sampan/contract/rules/expiry'
import type { Form } from './form-state.ts'
import { newOptions, type Options } from './options.ts'

const isNew = (options: Options): boolean =>
  (Object.keys(newOptions) as (keyof Options)[]).every((key) => options[key] === newOptions[key])

function withOptions(options: Options, { expirySeconds, notifyOnDownload }: TransferSettings): Options {
  const expiry = expirySeconds === undefined ? undefined : expiryName(expirySeconds)
  return {
    ...options,
    ...(expiry && { expiry }),
    ...(notifyOnDownload !== undefined && { notifyOnDownload }),
  }
}

export function withSettings(form: Form, settings: TransferSettings): Form {
  const { sendAs, message = '' } = settings
  const known = { ...form, ownMessage: message }
  // A draft that came back, or was begun before the answer came, is as it was left.
  if (form.ownMessage !== null || form.isBack || form.interrupted || form.message || form.chips.list.length > 0) return known
  return {
    ...known,
    message,
    sendAs: sendAs === 'link' && form.plan.links ? 'link' : form.sendAs,
    options: isNew(form.options) ? withOptions(form.options, settings) : form.options,
  }
}
