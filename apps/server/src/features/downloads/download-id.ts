/** The `dl` of a link to bytes: signed and expiring, so that download programs without cookies resume with it. */
import { downloadIdSeconds } from '@sampan/contract/limits'
import { base62Of, randomText, sha256 } from '../../http/random-text.ts'
import { sign, unsign } from '../../http/signing.ts'

export type DownloadId = {
  slug: string
  /** A slug is another sending's once one was taken back. */
  transferId: string
  /** Of the personal link that it was made for. */
  recipientId: string | null
  /** Tells one visit from another. */
  visit: string
  /** Exact to the second before. */
  madeAt: Date
  /** The mark of the password that was given; empty for none. Another password has another one. */
  unlockedWith: string
}

/** Of a password's hash, which has a salt: tells nothing of the password. */
export const passwordMark = (passwordHash: string | null): string =>
  passwordHash === null ? '' : base62Of(sha256(`unlocked:${passwordHash}`)).slice(0, 16)

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000)

export function makeDownloadId(secret: Buffer, id: Omit<DownloadId, 'visit' | 'madeAt'>, now: Date): string {
  const expiry = (secondsOf(now) + downloadIdSeconds).toString(36)
  return sign(secret, [id.slug, id.transferId, id.recipientId ?? '', randomText(12), id.unlockedWith, expiry].join('.'))
}

/** Null for a forged, foreign or old one: it then gives nothing, as if it were not there. */
export function readDownloadId(secret: Buffer, signed: string | undefined, slug: string, now: Date): DownloadId | null {
  const fields = signed ? unsign(secret, signed)?.split('.') : undefined
  const expiry = Number.parseInt(fields?.[5] ?? '', 36)
  if (fields?.length !== 6 || fields[0] !== slug || expiry < secondsOf(now)) return null
  const madeAt = new Date((expiry - downloadIdSeconds) * 1000)
  return { slug, transferId: fields[1]!, recipientId: fields[2] || null, visit: fields[3]!, madeAt, unlockedWith: fields[4]! }
}
