import { base62Of, sha256 } from './random-text.ts'

/** Of a password's hash, which has a salt: tells nothing of the password. Empty for none; another password has another one. */
export const passwordMark = (passwordHash: string | null): string =>
  passwordHash === null ? '' : base62Of(sha256(`unlocked:${passwordHash}`)).slice(0, 16)
