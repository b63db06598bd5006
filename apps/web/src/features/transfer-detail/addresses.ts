/** What was typed or pasted to send a transfer to more people. */
import { isEmail, mergeRecipients, normalizeEmail, splitRecipients } from '@sampan/contract/rules/recipients'

export type Addresses = {
  fresh: string[]
  /** How many have got it already. */
  known: number
  wrong: string[]
}

export function addressesIn(text: string, present: readonly string[]): Addresses {
  const all = mergeRecipients([], splitRecipients(text))
  const here = new Set(present.map(normalizeEmail))
  const right = all.filter(isEmail)
  return {
    fresh: right.filter((email) => !here.has(email)),
    known: right.filter((email) => here.has(email)).length,
    wrong: all.filter((piece) => !isEmail(piece)),
  }
}
