/** What the options panel sets (Q11), and what of it counts: a plan that does not hold something never sends it. */
import { downloadLimitMax, passwordMinChars } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import type { Plan } from '@sampan/contract/plans'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { type ExpiryChoice, expirySecondsOf, isFutureExpiry } from '../../../product/plans/expiry-choice.ts'

export type Options = ExpiryChoice & {
  title: string
  password: string
  downloadLimit: string
  notifyOnDownload: boolean
  /** Of the mails to the recipients; null: what is known of each, else the page's. */
  mailLanguage: Language | null
  /** With whom of the team: ids, or `team`, with spaces between. */
  shareWith: string
}
export type OptionFault = 'shortPassword' | 'wrongLimit' | 'wrongDate'

/** As the calls that send take it. */
export type ChosenOptions = {
  title: string
  expirySeconds: number
  password: string | null
  downloadLimit: number | null
  notifyOnDownload: boolean
  mailLanguage: Language | null
  shareWith?: string[]
}

export const newOptions: Options = {
  title: '',
  expiry: 'week',
  untilDay: '',
  password: '',
  downloadLimit: '',
  notifyOnDownload: true,
  mailLanguage: null,
  shareWith: '',
}

const limitOf = (text: string): number | null => (text.trim() ? Number(text.trim()) : null)

/** A password and a limit need an account; what a guest's draft holds of them waits for one. */
export function chosenOptions(options: Options, plan: Plan, hasAccount: boolean, now: Date): ChosenOptions {
  return {
    title: options.title.trim(),
    expirySeconds: expirySecondsOf(options, plan, now),
    password: hasAccount && options.password ? options.password : null,
    downloadLimit: hasAccount ? limitOf(options.downloadLimit) : null,
    notifyOnDownload: options.notifyOnDownload,
    mailLanguage: options.mailLanguage ?? null,
    // A draft of before has none.
    ...(options.shareWith && { shareWith: options.shareWith.split(' ') }),
  }
}

type Copied = 'title' | 'downloadLimit' | 'notifyOnDownload' | 'shareWith'

/** What another transfer of the same kind begins with. */
export const optionsLike = ({
  title,
  downloadLimit,
  notifyOnDownload,
  shareWith = [],
}: Pick<TransferRecord, Copied>): Pick<Options, Copied> => ({
  title,
  downloadLimit: downloadLimit === null ? '' : String(downloadLimit),
  notifyOnDownload,
  shareWith: shareWith.join(' '),
})

const isLimit = (limit: number | null): boolean =>
  limit === null || (Number.isInteger(limit) && limit >= 1 && limit <= downloadLimitMax)

export function optionFaults(options: Options, plan: Plan, hasAccount: boolean, now = new Date()): OptionFault[] {
  const chosen = chosenOptions(options, plan, hasAccount, now)
  const faults: [OptionFault, boolean][] = [
    ['wrongDate', !isFutureExpiry(chosen.expirySeconds)],
    ['shortPassword', chosen.password !== null && chosen.password.length < passwordMinChars],
    ['wrongLimit', !isLimit(chosen.downloadLimit)],
  ]
  return faults.filter(([, isWrong]) => isWrong).map(([fault]) => fault)
}
