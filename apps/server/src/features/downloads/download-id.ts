/** The `dl` of a link to bytes: signed and expiring, so that download programs without cookies resume with it. */
import { downloadIdSeconds } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import { randomText } from '../../http/random-text.ts'
import { readAddress, signAddress } from '../../http/signed-address.ts'

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
  /** It was asked for by a step that no scanner of links takes: a button, a password (D11). */
  isStepped: boolean
}

const step = 'step'

/** `visit`: of the page that it is asked from, if that handed out one. */
export const makeDownloadId = (
  secret: Buffer,
  id: Omit<DownloadId, 'visit' | 'madeAt'> & { visit?: string | undefined },
  now: Date,
): string =>
  signAddress(
    secret,
    id.slug,
    [id.transferId, id.recipientId ?? '', id.visit ?? randomText(12), id.unlockedWith, ...(id.isStepped ? [step] : [])],
    addSeconds(now, downloadIdSeconds),
  )

/** Null for a forged, foreign or old one: it then gives nothing, as if it were not there. */
export function readDownloadId(secret: Buffer, signed: string | undefined, slug: string, now: Date): DownloadId | null {
  const read = signed ? readAddress(secret, slug, signed, now) : null
  const [transferId, recipientId, visit, unlockedWith, isStepped] = read?.fields ?? []
  if (!read || !transferId || !visit || recipientId === undefined || unlockedWith === undefined) return null
  const madeAt = addSeconds(read.until, -downloadIdSeconds)
  return { slug, transferId, recipientId: recipientId || null, visit, madeAt, unlockedWith, isStepped: isStepped === step }
}
