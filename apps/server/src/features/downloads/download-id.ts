/** The `dl` of a link to bytes: signed and expiring, so that download programs without cookies resume with it. */
import { downloadIdSeconds } from '@sampan/contract/limits'
import { randomText } from '../../http/random-text.ts'
import { sign, unsign } from '../../http/signing.ts'

export type DownloadId = {
  slug: string
  /** Of the personal link that it was made for. */
  recipientId: string | null
  /** Tells one visit from another. */
  visit: string
  /** The password was given. */
  isUnlocked: boolean
}

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000)

export function makeDownloadId(secret: Buffer, id: Omit<DownloadId, 'visit'>, now: Date): string {
  const expiry = (secondsOf(now) + downloadIdSeconds).toString(36)
  return sign(secret, [id.slug, id.recipientId ?? '', randomText(12), id.isUnlocked ? '1' : '', expiry].join('.'))
}

/** Null for a forged, foreign or old one: it then gives nothing, as if it were not there. */
export function readDownloadId(secret: Buffer, signed: string | undefined, slug: string, now: Date): DownloadId | null {
  const fields = signed ? unsign(secret, signed)?.split('.') : undefined
  if (fields?.length !== 5 || fields[0] !== slug || Number.parseInt(fields[4]!, 36) < secondsOf(now)) return null
  return { slug, recipientId: fields[1] || null, visit: fields[2]!, isUnlocked: fields[3] === '1' }
}
