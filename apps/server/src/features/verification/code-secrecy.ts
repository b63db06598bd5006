/** Codes at rest: a keyed hash in the table, and sealed in the job that mails them. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Binding } from './queries.ts'

const nonceBytes = 12
const tagBytes = 16

/** Keyed, since 25 bits are soon tried through; with its binding, so that a row copied elsewhere proves nothing. */
export const hashCode = (secret: Buffer, { email, purpose, browserHash }: Binding, code: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([purpose, email, browserHash, code]))
    .digest()

const sealKey = (secret: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'sampan code in a waiting mail', 32))

export function sealCode(secret: Buffer, verificationId: string, code: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', sealKey(secret), nonce).setAAD(Buffer.from(verificationId))
  return Buffer.concat([nonce, cipher.update(code, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Throws for anything but what sealCode made for this verification. */
export function openCode(secret: Buffer, verificationId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', sealKey(secret), bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(verificationId))
    .setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8')
}
