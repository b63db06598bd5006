/** What the feed says of each thing that happened, as keys of its texts. */
import type { Activity } from '@sampan/contract/routes/activity'

const looks = {
  downloaded: 'jade',
  opened: 'plain',
  mailBounced: 'lacquer',
  mailDeferred: 'amber',
  passwordWrong: 'amber',
  timeRequested: 'amber',
  downloadsRequested: 'amber',
  passwordRequested: 'amber',
  extended: 'plain',
  takenDown: 'lacquer',
  infected: 'lacquer',
  other: 'plain',
} as const

export type Said = keyof typeof looks

const isSaid = (kind: string): kind is Said => Object.hasOwn(looks, kind)

export function lookOf(kind: Activity['kind']): { said: Said; tone: (typeof looks)[Said] } {
  const said = isSaid(kind) ? kind : 'other'
  return { said, tone: looks[said] }
}

/** Where a download had it all, its one file is named; else what it was of. */
export const sentenceOf = (said: Said, transferFileCount: number): Said | 'downloadedOne' =>
  said === 'downloaded' && transferFileCount === 1 ? 'downloadedOne' : said

/** By name, else by address; without either by what is known of them. */
export function whoOf({ name, email, actor }: Pick<Activity, 'name' | 'email' | 'actor'>): {
  name: string | null
  unknown: 'someone' | 'aRecipient' | 'anUnknown'
} {
  const unknown = actor === 'visitor' ? 'someone' : actor === 'recipient' ? 'aRecipient' : 'anUnknown'
  return { name: name || email, unknown }
}
