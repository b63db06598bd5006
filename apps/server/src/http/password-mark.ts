import { base62Of, sha256 } from './random-text.ts'

/** A mark of the password's salted hash, which tells nothing of the password and changes with it. It is empty where there is no password. */
export const passwordMark = (passwordHash: string | null): string =>
  passwordHash === null ? '' : base62Of(sha256(`unlocked:${passwordHash}`)).slice(0, 16)
