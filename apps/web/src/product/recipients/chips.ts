/** Recipients as chips: when typing ends one, and what a pasted list gives (Q6). */
import { isEmail, mergeRecipients, splitRecipients } from '@sampan/contract/rules/recipients'

export type Chips = { list: string[]; typed: string; skipped: number }

export const noChips: Chips = { list: [], typed: '', skipped: 0 }

/** Typed text: whatever stands before a comma or semicolon becomes a chip, the rest stays in the field. */
export function typeRecipients(chips: Chips, text: string): Chips {
  const pieces = text.split(/[,;，；]/)
  const rest = pieces.pop() ?? ''
  const ended = pieces.flatMap(splitRecipients)
  return { list: mergeRecipients(chips.list, ended), typed: rest, skipped: 0 }
}

/** Enter, or leaving the field: what stands in it becomes chips, right or wrong. */
export const endRecipient = (chips: Chips): Chips => ({
  ...chips,
  list: mergeRecipients(chips.list, splitRecipients(chips.typed)),
  typed: '',
})

/** A pasted list gives its valid addresses and skips the rest; a single piece is left to be typed on (null). */
export function pasteRecipients(chips: Chips, text: string): Chips | null {
  const pieces = splitRecipients(text.replace(/[，；]/g, ','))
  const valid = pieces.filter(isEmail)
  if (pieces.length < 2 && valid.length === 0) return null
  return { list: mergeRecipients(chips.list, valid), typed: chips.typed, skipped: pieces.length - valid.length }
}

/** Somebody who was suggested, or everybody of a group: what was typed has found them. */
export const addRecipients = (chips: Chips, emails: readonly string[]): Chips => ({
  list: mergeRecipients(chips.list, emails),
  typed: '',
  skipped: 0,
})

export const removeRecipient = (chips: Chips, email: string): Chips => ({
  ...chips,
  list: chips.list.filter((other) => other !== email),
  skipped: 0,
})

/** In its place; one that is there already is there once. */
export const replaceRecipient = (chips: Chips, email: string, by: string): Chips => ({
  ...chips,
  list: mergeRecipients(
    [],
    chips.list.map((other) => (other === email ? by : other)),
  ),
})

/** Backspace in an empty field brings the last chip back as text. */
export const reopenRecipient = (chips: Chips): Chips =>
  chips.typed || chips.list.length === 0 ? chips : { list: chips.list.slice(0, -1), typed: chips.list.at(-1) ?? '', skipped: 0 }

/** The chips and whole addresses that are still being typed. */
export function recipientsOf({ list, typed }: Chips): string[] {
  const pieces = splitRecipients(typed)
  return pieces.length > 0 && pieces.every(isEmail) ? mergeRecipients(list, pieces) : list
}
