/** By what limits of one mailbox are counted. */
import { createHash } from 'node:crypto'
import { mailboxOf, surelyMailboxOf } from '@sampan/contract/rules/recipients'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Kept as a hash: a limit outlives what names the person (R45). */
export const mailboxKey = (email: string): string => hashOf(mailboxOf(email))

/**
 * For what one mailbox gets once for everybody. All names with something behind a "+" are counted together, apart from the plain one:
 * whoever makes up thousands of them takes nothing from its owner.
 */
export const jointKey = (email: string): string =>
  surelyMailboxOf(email) === mailboxOf(email) ? mailboxKey(email) : `${mailboxKey(email)} +`
