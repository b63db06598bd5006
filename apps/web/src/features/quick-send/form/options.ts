/** What the options panel sets (Q11), and what of it counts: a plan that does not hold something never sends it. */
import { passwordMinChars } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import type { Plan } from '@sampan/contract/plans'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { type SenderValues, senderValues, startValues } from '@sampan/contract/rules/sender-values'
import { type ExpiryChoice, expirySecondsOf, isFutureExpiry } from '../../../product/plans/expiry-choice.ts'
import { isWrongLimit, limitText, type TypedValues, valuesIn } from '../../../product/transfers/typed-values.ts'

/** The message stands in the card itself. */
type TypedOptions = Omit<TypedValues, 'message'>

export type Options = ExpiryChoice &
  TypedOptions & {
    password: string
    /** Of the mails to the recipients; null: what is known of each, else the page's. */
    mailLanguage: Language | null
    /** With whom of the team: ids, or `team`, with spaces between. */
    shareWith: string
  }
export type OptionFault = 'shortPassword' | 'wrongLimit' | 'wrongDate'

/** As the calls that send take it. */
export type ChosenOptions = Omit<SenderValues, 'message'> & {
  expirySeconds: number
  password: string | null
  mailLanguage: Language | null
  shareWith?: string[]
}

function typedOf({ message, downloadLimit, ...values }: SenderValues): TypedOptions {
  return { ...values, downloadLimit: limitText(downloadLimit) }
}

const typedNames = Object.keys(typedOf(startValues)) as (keyof TypedOptions)[]

/** A draft of another version of the page may have more, and less. */
const typedIn = (options: TypedOptions): TypedOptions =>
  Object.fromEntries(typedNames.map((name) => [name, options[name]])) as TypedOptions

export const newOptions: Options = {
  ...typedOf(startValues),
  expiry: 'week',
  untilDay: '',
  password: '',
  mailLanguage: null,
  shareWith: '',
}

/** A password and a limit need an account; what a guest's draft holds of them waits for one. */
export function chosenOptions(options: Options, plan: Plan, hasAccount: boolean, now: Date): ChosenOptions {
  const { password, mailLanguage, shareWith } = options
  const values = valuesIn(typedIn(options))
  return {
    ...values,
    downloadLimit: hasAccount ? values.downloadLimit : null,
    expirySeconds: expirySecondsOf(options, plan, now),
    password: hasAccount && password ? password : null,
    mailLanguage: mailLanguage ?? null,
    // A draft of before has none.
    ...(shareWith && { shareWith: shareWith.split(' ') }),
  }
}

/** What another transfer of the same kind begins with. */
export const optionsLike = (transfer: SenderValues & Pick<TransferRecord, 'shareWith'>): Partial<Options> => ({
  ...typedOf(senderValues(transfer)),
  shareWith: (transfer.shareWith ?? []).join(' '),
})

/** Words and numbers of a person, which make a form a draft; what is only chosen does not. */
export const isTyped = (options: TypedOptions): boolean =>
  Object.values(typedIn(options)).some((value) => typeof value === 'string' && value !== '')

export function optionFaults(options: Options, plan: Plan, hasAccount: boolean, now = new Date()): OptionFault[] {
  const chosen = chosenOptions(options, plan, hasAccount, now)
  const faults: [OptionFault, boolean][] = [
    ['wrongDate', !isFutureExpiry(chosen.expirySeconds)],
    ['shortPassword', chosen.password !== null && chosen.password.length < passwordMinChars],
    ['wrongLimit', isWrongLimit(chosen.downloadLimit)],
  ]
  return faults.filter(([, isWrong]) => isWrong).map(([fault]) => fault)
}
