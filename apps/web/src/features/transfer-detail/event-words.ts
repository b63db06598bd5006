/** How the timeline says what happened: which sentence, who and what stand in it, and what stands below. */
import type { TimelineEvent } from '@sampan/contract/routes/transfer-detail'
import { baseName } from '@sampan/contract/rules/file-path'

export type EventTone = 'good' | 'bad' | 'warning' | 'plain'

const sentences = {
  sent: 'evSent',
  mailed: 'evMailed',
  mailDeferred: 'evMailDeferred',
  mailBounced: 'evMailBounced',
  opened: 'evOpened',
  passwordWrong: 'evPasswordWrong',
  started: 'evStarted',
  downloaded: 'evDownloaded',
  changed: 'evChanged',
  recipientAdded: 'evRecipientAdded',
  recipientCorrected: 'evRecipientCorrected',
  recipientRemoved: 'evRecipientRemoved',
  mailedAgain: 'evMailedAgain',
  reminded: 'evReminded',
  disabled: 'evDisabled',
  enabled: 'evEnabled',
  linkOpened: 'evLinkOpened',
  filesAdded: 'evFilesAdded',
  fileReplaced: 'evFileReplaced',
  fileRemoved: 'evFileRemoved',
  rolledBack: 'evRolledBack',
  timeRequested: 'evTimeRequested',
  downloadsRequested: 'evDownloadsRequested',
  passwordRequested: 'evPasswordRequested',
  extended: 'evExtended',
  takenDown: 'evTakenDown',
  infected: 'evInfected',
  previewed: 'evPreviewed',
  scanned: 'evScanned',
  shared: 'evShared',
} as const satisfies Record<TimelineEvent['kind'], string>

export function sentenceOf(event: TimelineEvent) {
  if (event.kind === 'shared' && event.detail.isWholeTeam) return 'evSharedAll'
  if (event.kind === 'shared' && !event.detail.email) return 'evUnshared'
  return formerNameOf(event) ? 'evFileReplacedBy' : sentences[event.kind]
}

const tones: Partial<Record<TimelineEvent['kind'], EventTone>> = {
  downloaded: 'good',
  mailBounced: 'bad',
  takenDown: 'bad',
  infected: 'bad',
  mailDeferred: 'warning',
  passwordWrong: 'warning',
  timeRequested: 'warning',
  downloadsRequested: 'warning',
  passwordRequested: 'warning',
}
export const eventToneOf = ({ kind }: Pick<TimelineEvent, 'kind'>): EventTone => tones[kind] ?? 'plain'

const text = (value: string | number | null | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null
const number = (value: string | number | null | undefined): number | null => (typeof value === 'number' ? value : null)

/** Whom a sentence is about: the person, else their address; who asked for more time may be on no list. */
export const whoOf = ({ name, email, detail }: TimelineEvent): string | null => name || email || text(detail.email)

const nameOf = (path: string | null): string | null => path && baseName(path)

export const fileOf = ({ fileName, detail }: TimelineEvent): string | null => fileName ?? nameOf(text(detail.path))

/** What the one file that was replaced was called, where the new one has another name. */
export function formerNameOf(event: TimelineEvent): string | null {
  const name = countOf(event) === 1 ? nameOf(text(event.detail.formerPath)) : null
  return name === fileOf(event) ? null : name
}

export const countOf = ({ fileCount, detail }: TimelineEvent): number | null => fileCount ?? number(detail.count)

export const versionOf = ({ detail }: TimelineEvent): number | null => number(detail.version)

/** Which settings were changed, beside the password: as their names stand in the catalogue, where they do. */
export const fieldsOf = ({ detail }: TimelineEvent): string[] => (text(detail.fields) ?? '').split(',').filter(Boolean)

const passwordNotes = { set: 'notePassword_set', changed: 'notePassword_changed', removed: 'notePassword_removed' } as const
type PasswordNote = (typeof passwordNotes)[keyof typeof passwordNotes]

/** What was done to the password, which has words of its own. */
export const passwordNoteOf = ({ detail }: TimelineEvent): PasswordNote | null =>
  passwordNotes[text(detail.password) as keyof typeof passwordNotes] ?? null

/** What others said about it: why a mail came back, what was found, what somebody wrote. */
export const saidOf = ({ detail }: TimelineEvent): string | null =>
  text(detail.reason) ?? text(detail.finding) ?? text(detail.note)

export const beforeOf = ({ detail }: TimelineEvent): string | null => text(detail.before)

export const newExpiryOf = ({ detail }: TimelineEvent): number | null => number(detail.expiryDate) ?? number(detail.expiresAt)
