/** Codes at rest: a keyed hash in the table, and sealed in the job that mails them. */
import { createHmac } from 'node:crypto'
import { openText, sealText } from '../../sealed-text.ts'
import type { Binding } from './queries.ts'

/** Keyed, since 25 bits are soon tried through; with its binding, so that a row copied elsewhere proves nothing. */
export const hashCode = (secret: Buffer, { email, purpose, browserHash }: Binding, code: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([purpose, email, browserHash, code]))
    .digest()

const placeOf = (secret: Buffer, verificationId: string) => ({
  secret,
  purpose: 'sampan code in a waiting mail',
  boundTo: verificationId,
})

export const sealCode = (secret: Buffer, verificationId: string, code: string): string =>
  sealText(placeOf(secret, verificationId), code)

/** Throws for anything but what sealCode made for this verification. */
export const openCode = (secret: Buffer, verificationId: string, sealed: string): string =>
  openText(placeOf(secret, verificationId), sealed)
