/** One sentence of a catalogue: the form that its number needs, its slots filled. */
import type { Language } from '@sampan/contract/paths'
import { closeIn, markSlot } from './close-up.ts'
import { formatNumber, pluralForm } from './format.ts'

export type Slots = Record<string, string | number>

/** `count` chooses the form; numbers are written as people read them. */
export function fillText(
  catalogue: Record<string, string | undefined>,
  language: Language,
  key: string,
  values: Slots,
  count = values.count,
): string {
  const form = typeof count === 'number' ? catalogue[`${key}_${pluralForm(count, language)}`] : undefined
  const text = catalogue[key] ?? form ?? catalogue[`${key}_other`] ?? ''
  return fillSlots(text, language, (slot) => {
    const value = values[slot] ?? ''
    return typeof value === 'number' ? formatNumber(value, language) : value
  })
}

/** A sentence with what is given for each slot. */
export function fillSlots(text: string, language: Language, given: (slot: string) => string): string {
  return closeIn(
    language,
    text.replace(/\{\{(\w+)\}\}/g, (_, slot: string) => markSlot(given(slot))),
  )
}
