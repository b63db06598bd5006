/**
 * Chinese stands close to Chinese: the space that the sentences keep beside a slot is for Latin letters and figures. What people have
 * written themselves keeps each of its spaces.
 */
import type { Language } from '@sampan/contract/paths'
import { about } from './registry/about.ts'

const chinese = String.raw`[\p{Script=Han}\u3000-\u303f\uff00-\uffef“”]`
/** Characters that stand for none, in no text of anybody's. */
const [begin, end] = ['\ufdd0', '\ufdd1']
const beginsChinese = new RegExp(`^${chinese}`, 'u')
const endsChinese = new RegExp(`${chinese}$`, 'u')
const marks = new RegExp(`[${begin}${end}]`, 'gu')
const spaceBeside = new RegExp(`(?<=${chinese}${end}) (?=${begin}?${chinese})|(?<=${chinese}) (?=${begin}${chinese})`, 'gu')

/** What stands in a slot, with its edges where they are Chinese. Latin edges are left bare: sentences may look at how a slot begins. */
export const markSlot = (slot: string): string =>
  `${beginsChinese.test(slot) ? begin : ''}${slot}${endsChinese.test(slot) ? end : ''}`

const withoutMarks = (said: string): string => said.replace(marks, '')

const closeMarked = (said: string): string => withoutMarks(said.replace(spaceBeside, ''))

/** A sentence whose slots are marked, as close as its language is written. */
export const closeIn = (language: Language, said: string): string =>
  about[language].closesUp ? closeMarked(said) : withoutMarks(said)

const marked = (slot: unknown): unknown => (typeof slot === 'string' ? markSlot(slot) : slot)

/** In all that a sentence is made of: some are several, by names. */
function closed(said: unknown): unknown {
  if (typeof said === 'string') return closeMarked(said)
  if (Array.isArray(said)) return said.map(closed)
  if (typeof said !== 'object' || said === null) return said
  return Object.fromEntries(Object.entries(said).map(([name, part]) => [name, closed(part)]))
}

/** The same sentences, by the same names. */
export function closeUp<T>(texts: T): T {
  if (typeof texts === 'function') return ((...slots: unknown[]) => closed(texts(...slots.map(marked)))) as T
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) return texts
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, closeUp(text)])) as T
}
