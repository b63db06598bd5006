/** Words of the dashboard, for a terminal. */
import type { Language } from '@sampan/contract/paths'
import { expirySeconds } from '@sampan/contract/plans'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import type { RequestSummary } from '@sampan/contract/routes/requests'
import { standingOf } from '@sampan/contract/rules/transfer-standing'
import { cliText } from '@sampan/texts/cli'
import { formatDateTime } from '@sampan/texts/format'
import { about } from '@sampan/texts/registry/about'
import { standings } from '@sampan/texts/registry/standings'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** "in 2 days", "in 3 hours". */
function inTime(ms: number, language: Language): string {
  const [amount, unit] =
    ms >= dayMs ? [Math.floor(ms / dayMs), 'day' as const] : [Math.max(1, Math.ceil(ms / hourMs)), 'hour' as const]
  return new Intl.RelativeTimeFormat(about[language].tag).format(amount, unit)
}

export function transferState(transfer: TransferRecord, language: Language, now: number): string {
  const words = standings[language].transfer[standingOf(transfer, now)]
  return words.replace('{{when}}', inTime(transfer.expiryDate - now, language))
}

export const requestState = ({ status }: RequestSummary, language: Language): string => standings[language].request[status]

export const expiryWords = ({ expiryDate, expirySeconds: seconds }: TransferRecord, language: Language): string =>
  seconds >= expirySeconds.never ? cliText(language, 'neverExpires') : formatDateTime(new Date(expiryDate), language)

/** Where there is none: a dash. */
export const momentWords = (at: number | null, language: Language): string =>
  at === null ? '–' : formatDateTime(new Date(at), language)

/** As programs read it. */
export const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
