/** Codes of authenticator apps (RFC 6238): six digits that change every thirty seconds, as every app has them. */
import { Secret, TOTP } from 'otpauth'

const secretBytes = 20
/** A clock that is off by so many steps is borne with; half a minute each. */
const window = 1

/** A new key, in base 32 as people type it. */
export const newTotpKey = (): string => new Secret({ size: secretBytes }).base32

const totpOf = (key: string, named: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...named, secret: Secret.fromBase32(key) })

/** What apps read from a QR code. */
export const totpAddress = (key: string, named: { issuer: string; label: string }): string => totpOf(key, named).toString()

/** The step whose code it is, or null where it is that of none of now. */
export function totpStep(key: string, code: string, now: Date): number | null {
  const totp = totpOf(key)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
