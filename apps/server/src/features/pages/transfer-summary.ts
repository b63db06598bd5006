/** Sender, totals and addresses of an open transfer. */

import type { Language } from '@sampan/contract/paths'
import { startDownload, type TransferView } from '@sampan/contract/routes/downloads'
import { formatBytes, formatDateTime, formatDuration } from '@sampan/texts/format'
import { pageText } from '@sampan/texts/pages'
import { about } from '@sampan/texts/registry/about'
import type { FormOutcome } from '../../http/link-form.ts'

export type LinkVisit = {
  view: TransferView
  user: string | undefined
  language: Language
  now: Date
  /** Of the page. */
  address: string
  /** A password was just tried with the page's form, and was not right. */
  isWrong: boolean
  /** What a form of the page has done just now, or what was wrong in it. */
  outcome?: FormOutcome | null
  /** The address asks for the zip of everything at once (D2). */
  startsZip?: boolean
  /** What the operator calls it. */
  product: string
}

export const senderName = ({ sender }: TransferView): string => sender?.name || sender?.email || ''

export function linkQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])
  return given.length ? `${path}?${new URLSearchParams(given)}` : path
}

/** Where a form asks for bytes. No address of bytes stands in the page: scanners of mails follow whatever is one (D11). */
export const downloadAction = ({ view, user }: LinkVisit): string =>
  linkQuery(startDownload.path.replace(':slug', view.slug), { user, dl: view.dl ?? undefined })

/** The date in UTC: without a script nobody knows the visitor's time zone. */
function expiry({ view, language, now }: LinkVisit): string | null {
  if (!view.expiresAt) return null
  const at = new Date(view.expiresAt)
  const seconds = Math.max(1, (at.getTime() - now.getTime()) / 1000)
  // To the nearest day or hour, as the page's script says it.
  const step = [86_400, 3600, 60].find((each) => seconds >= each * 0.99) ?? 1
  const wait = formatDuration(Math.round(seconds / step) * step, language)
  return pageText(language, 'expires', { wait, date: formatDateTime(at, language, 'UTC') })
}

/** Who it is from where the heading has only a name, how much it is, and until when. */
export function transferSummary(visit: LinkVisit): string {
  const { view, language } = visit
  const from = view.sender?.name ? [view.sender.email, view.sender.company].filter(Boolean).join(', ') : view.sender?.company
  const total = pageText(language, 'total', { count: view.fileCount, size: formatBytes(view.totalBytes, language) })
  return [from, total, expiry(visit)].filter(Boolean).join(' · ')
}

/** What an expired link led to, so that its holder knows which it was. */
export function expiredSummary({ view, language }: LinkVisit): string {
  const what = pageText(language, 'expiredFrom', { count: view.fileCount, sender: senderName(view) })
  return view.title ? pageText(language, 'titledBy', { title: view.title, what }) : what
}

/** What comes of a download, told before it: how many more are allowed, and what the sender learns of it (D5). */
export function downloadNotes({ view, language }: LinkVisit): string {
  const { downloadsLeft, notifiesSender, fileCount } = view
  const limit = downloadsLeft !== null && pageText(language, 'downloadsLeft', { count: downloadsLeft })
  const visit = downloadsLeft !== null && fileCount > 1 && pageText(language, 'limitVisit')
  return [limit, visit, pageText(language, notifiesSender ? 'notified' : 'seen')]
    .filter(Boolean)
    .join(about[language].sentenceSpace)
}

/** Shorter silence is only the time between two parts. */
const quietSeconds = 60

/** How much is here, and how long the rest may take; or for how long nothing has come. */
export function arrivalNote({ view, language }: LinkVisit): string {
  const { arrival, totalBytes } = view
  if (!arrival) return ''
  const { silentSeconds } = arrival
  const here = pageText(language, 'arrived', {
    received: formatBytes(arrival.receivedBytes, language),
    size: formatBytes(totalBytes, language),
  })
  if (arrival.receivedBytes < totalBytes && silentSeconds >= quietSeconds)
    return `${here} · ${pageText(language, 'silence', { wait: formatDuration(Math.floor(silentSeconds / 60) * 60, language) })}`
  if (!arrival.secondsLeft) return here
  return `${here} · ${pageText(language, 'timeLeft', { wait: formatDuration(arrival.secondsLeft, language) })}`
}
