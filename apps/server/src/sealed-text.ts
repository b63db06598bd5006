/** A short secret at rest in the database, readable with the installation's secret alone and only where it belongs. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16
const cipherName = 'aes-256-gcm'

/** `purpose`: what kind of secret it is; `boundTo`: of which row. */
type Place = { secret: Buffer; purpose: string; boundTo: string }

const keyOf = ({ secret, purpose }: Place): Buffer => Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32))

export function sealText(place: Place, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(cipherName, keyOf(place), nonce).setAAD(Buffer.from(place.boundTo))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Throws for anything but what sealText made for this place. */
export function openText(place: Place, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(cipherName, keyOf(place), bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(place.boundTo))
    .setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8')
}
