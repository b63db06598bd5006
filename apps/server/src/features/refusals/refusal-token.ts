/**
 * What stands in the link by which mail is refused: whose mailbox, and whose mails, encrypted with a key of ours, so that it names nobody
 * in an address, cannot be made by others, and works for as long as the mail is kept, whatever becomes of the transfer.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { unsubscribePath } from '@sampan/contract/paths'
import { mailboxKey } from '../../http/mailbox-rate.ts'
import { type Origin, urlOf } from '../../links.ts'

export type Sender = { email: string; authorId: string | null }
export type Refusable = {
  mailboxKey: string
  /** Null where several senders' mails were joined. `shown`: their address, for the page. */
  sender: { key: string; authorId: string | null; shown: string } | null
}

const cipher = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]
/** A longer address is cut: a link has to fit into its path. */
const shownBytes = 160

const keyOf = (secret: Buffer): Buffer => createHmac('sha256', secret).update('refusal key').digest()
const shortened = (text: string): string =>
  Buffer.byteLength(text) <= shownBytes
    ? text
    : `${Buffer.from(text)
        .subarray(0, shownBytes)
        .toString()
        .replace(/\ufffd+$/, '')}…`

/** The same link for the same two people: its nonce comes from what is encrypted. */
export function refusalToken(secret: Buffer, to: string, sender: Sender | null): string {
  const reported = [mailboxKey(to), ...(sender ? [mailboxKey(sender.email), sender.authorId, shortened(sender.email)] : [])]
  const plain = Buffer.from(JSON.stringify(reported))
  const nonce = createHmac('sha256', secret).update(plain).digest().subarray(0, nonceBytes)
  const encrypting = createCipheriv(cipher, keyOf(secret), nonce, { authTagLength: tagBytes })
  return Buffer.concat([nonce, encrypting.update(plain), encrypting.final(), encrypting.getAuthTag()]).toString('base64url')
}

export const refusalLink = (origin: Origin, secret: Buffer, to: string, sender: Sender | null): string =>
  urlOf(origin, unsubscribePath(refusalToken(secret, to, sender)))

/** Null for what is not ours. */
export function readRefusalToken(secret: Buffer, token: string): Refusable | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= nonceBytes + tagBytes) return null
  const decrypting = createDecipheriv(cipher, keyOf(secret), bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decrypting.setAuthTag(bytes.subarray(-tagBytes))
  try {
    const plain = Buffer.concat([decrypting.update(bytes.subarray(nonceBytes, -tagBytes)), decrypting.final()])
    const [mailbox, key, authorId, shown] = JSON.parse(plain.toString()) as [string, string?, (string | null)?, string?]
    return { mailboxKey: mailbox, sender: key ? { key, authorId: authorId ?? null, shown: shown ?? '' } : null }
  } catch {
    return null
  }
}
