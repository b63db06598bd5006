/** How far a transfer has come with one of its people, and what helps where it has not. */
import { rateLimits } from '@sampan/contract/rate-limits'
import type { DetailRecipient, TransferDetail } from '@sampan/contract/routes/transfer-detail'

export type StandingKind =
  | 'waits'
  | 'queued'
  | 'waiting'
  | 'sent'
  | 'deferred'
  | 'bounced'
  | 'refused'
  | 'opened'
  | 'started'
  | 'partly'
  | 'downloaded'
export type Standing = { kind: StandingKind; at: number | null }

type Marks = Pick<DetailRecipient, 'state' | 'mailedAt' | 'openedAt' | 'startedAt' | 'downloadedAt'> &
  Partial<Pick<DetailRecipient, 'takenFiles'>>

/** What they did says more than what their mail server said: a mail that came back once may have been corrected by hand. */
export function standingOf(
  { state, mailedAt, openedAt, startedAt, downloadedAt, takenFiles }: Marks,
  isUploading: boolean,
): Standing {
  if (downloadedAt !== null) return { kind: 'downloaded', at: downloadedAt }
  if (startedAt !== null) return { kind: takenFiles ? 'partly' : 'started', at: startedAt }
  if (openedAt !== null) return { kind: 'opened', at: openedAt }
  if (isUploading) return { kind: 'waits', at: null }
  return { kind: state, at: state === 'sent' ? mailedAt : null }
}

/** They had everything once, and have not yet what has changed since: the version that they have; null: what they have is the newest, or nothing whole. */
export const olderVersionOf = (
  { takenFiles, takenVersion, downloadedAt }: Pick<DetailRecipient, 'takenFiles' | 'takenVersion' | 'downloadedAt'>,
  { version, transfer }: Pick<TransferDetail, 'version' | 'transfer'>,
): number | null =>
  downloadedAt !== null && takenVersion !== null && takenVersion < version && takenFiles < transfer.fileNumber
    ? takenVersion
    : null

const remindMs = rateLimits.recipientReminder.windowSeconds * 1000

/** The mail has reached them, the files have not. */
export const isAwaited = ({ kind }: Standing): boolean =>
  kind === 'sent' || kind === 'opened' || kind === 'started' || kind === 'partly'

export const wasJustReminded = ({ remindedAt }: Pick<DetailRecipient, 'remindedAt'>, now: number): boolean =>
  remindedAt !== null && now - remindedAt < remindMs

const needs: Partial<Record<StandingKind, number>> = { bounced: 0, refused: 0, deferred: 1 }

/** Those whose mail did not arrive come first; all others stay in their order. */
export function byNeed(people: readonly DetailRecipient[]): DetailRecipient[] {
  const need = (person: DetailRecipient) => needs[standingOf(person, false).kind] ?? 2
  return [...people].sort((a, b) => need(a) - need(b))
}

/** Every word stands in the name, the company or the address. */
export function found(people: readonly DetailRecipient[], search: string): DetailRecipient[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return people.filter(({ email, name, company }) => {
    const text = [email, name, company].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

export const nameOf = ({ name, email }: Pick<DetailRecipient, 'name' | 'email'>): string => name || email
