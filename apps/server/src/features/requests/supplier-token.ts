/** A supplier's token: derived from the row's id, so that a copy of the database opens no link; and the mark of a password that was given. */
import { createHmac } from 'node:crypto'
import { passwordMark } from '../../http/password-mark.ts'
import { base62Of, sha256 } from '../../http/random-text.ts'
import { sign, unsign } from '../../http/signing.ts'

export const supplierToken = (secret: Buffer, supplierId: string): string =>
  base62Of(createHmac('sha256', secret).update(`supplier:${supplierId}`).digest())

export const supplierTokenHash = (token: string): Buffer => sha256(`supplier:${token}`)

const markOf = (id: string, passwordHash: string): string => `${id}.${passwordMark(passwordHash)}`

type Locked = { id: string; passwordHash: string | null }

/** What the browser keeps; another password makes it void. */
export const unlockMark = (secret: Buffer, { id, passwordHash }: Locked): string => sign(secret, markOf(id, passwordHash ?? ''))

export const isUnlocked = (secret: Buffer, { id, passwordHash }: Locked, given: string | null): boolean =>
  passwordHash === null || (given !== null && unsign(secret, given) === markOf(id, passwordHash))
