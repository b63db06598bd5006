/** Short signed texts for links (`dl`): base64url MAC in front, so that a forged or cut one is simply unknown. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const macOf = (secret: Buffer, text: string): Buffer => createHmac('sha256', secret).update(text).digest().subarray(0, 16)

export const sign = (secret: Buffer, text: string): string => `${macOf(secret, text).toString('base64url')}.${text}`

/** The text, or null where the MAC is not ours. */
export function unsign(secret: Buffer, signed: string): string | null {
  const dot = signed.indexOf('.')
  if (dot < 0) return null
  const given = Buffer.from(signed.slice(0, dot), 'base64url')
  const text = signed.slice(dot + 1)
  const wanted = macOf(secret, text)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? text : null
}
