/** How a notification looks and is said. */
import { dashRequestPath, dashTransferPath, dashWebhookPath } from '@sampan/contract/paths'
import type { Notification } from '@sampan/contract/routes/notifications'

export type Tone = 'jade' | 'amber' | 'lacquer' | 'plain'
const tones: Record<Notification['kind'], Tone> = {
  downloaded: 'jade',
  bounced: 'lacquer',
  expiring: 'amber',
  expired: 'plain',
  timeRequested: 'amber',
  downloadsRequested: 'amber',
  passwordRequested: 'amber',
  extended: 'plain',
  takenDown: 'lacquer',
  infected: 'lacquer',
  submitted: 'jade',
  limitReached: 'amber',
  stalled: 'amber',
  shared: 'jade',
  webhookPaused: 'lacquer',
}
export const toneOf = ({ kind }: Pick<Notification, 'kind'>): Tone => tones[kind]

/** Beyond nine there is no telling them apart (spec §2). */
export const badgeText = (unread: number): string => (unread > 9 ? '9+' : String(unread))

/** Where it leads: to what it tells of. */
export const pathOf = ({ slug, requestSlug, webhookId }: Pick<Notification, 'slug' | 'requestSlug' | 'webhookId'>): string =>
  webhookId ? dashWebhookPath(webhookId) : requestSlug ? dashRequestPath(requestSlug) : dashTransferPath(slug)

type Say = (key: 'named' | 'andMore', slots: { name: string; count: number; number: string }) => string

/** One file by its name, several by the first; what has a title is called by that, unless single files were downloaded. */
export function whatOf({ kind, title, fileName, fileCount }: Notification, say: Say, format: (count: number) => string): string {
  const more = kind === 'downloaded' || !title ? fileCount - 1 : 0
  const name = kind === 'downloaded' || !title ? fileName : title
  return say(more > 0 ? 'andMore' : 'named', { name, count: more, number: format(more) })
}

/** Unread ones that came after the newest one that has been seen, oldest first. */
export const newOnes = (rows: readonly Notification[], seenAt: number): Notification[] =>
  rows.filter(({ read, dlDate }) => !read && dlDate > seenAt).sort((a, b) => a.dlDate - b.dlDate)
