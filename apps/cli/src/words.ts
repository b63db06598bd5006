/** Single words of a command line: their values, times, addresses. */
import { expirySeconds } from '@sampan/contract/plans'
import { fitsMessage } from '@sampan/contract/rules/message'
import { isEmail, mergeRecipients, splitRecipients } from '@sampan/contract/rules/recipients'
import { Stop } from './failure.ts'

export type Values = Record<string, string | boolean | string[] | undefined>
export const textIn = (values: Values, name: string): string | null => (typeof values[name] === 'string' ? values[name] : null)
export const textsIn = (values: Values, name: string): string[] => (Array.isArray(values[name]) ? values[name] : [])

/** At most one word. */
export function only([first, second]: string[]): string | null {
  if (second !== undefined) throw new Stop('usage', 'tooMany', { word: second })
  return first ?? null
}

const unitSeconds: Readonly<Record<string, number>> = { h: 3600, d: 86_400, w: 604_800, y: expirySeconds.year }

/** null: it is no length of time. */
function lengthOf(words: string): number | null {
  if (words === 'never') return expirySeconds.never
  const [, amount, unit = ''] = /^(\d{1,5})([hdwy])$/.exec(words) ?? []
  const seconds = Number(amount) * (unitSeconds[unit] ?? 0)
  return seconds > 0 ? seconds : null
}

export function secondsOf(words: string): number {
  const seconds = lengthOf(words)
  if (seconds === null) throw new Stop('usage', 'expiresInvalid')
  return seconds
}

/** So long from now on, or until this moment in milliseconds. */
export type Until = { seconds: number } | { at: number }

/** A length of time or a date; a day ends when it ends where the program runs. */
export function untilOf(words: string): Until {
  const seconds = lengthOf(words)
  if (seconds !== null) return { seconds }
  const at = /^\d{4}-\d\d-\d\d$/.test(words)
    ? Date.parse(`${words}T23:59:59.999`)
    : /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(words)
      ? Date.parse(words)
      : Number.NaN
  if (Number.isNaN(at)) throw new Stop('usage', 'whenInvalid', { word: words })
  return { at }
}

export function recipientsIn(values: Values): string[] {
  const to = mergeRecipients([], textsIn(values, 'to').flatMap(splitRecipients))
  const wrong = to.find((address) => !isEmail(address))
  if (wrong !== undefined) throw new Stop('usage', 'addressInvalid', { address: wrong })
  return to
}

export function messageIn(values: Values): string | null {
  const message = textIn(values, 'message')
  if (message !== null && !fitsMessage(message)) throw new Stop('usage', 'messageTooLong')
  return message
}

/** null: it is not given. */
export function wholeIn(values: Values, name: string, max: number): number | null {
  const word = textIn(values, name)
  if (word === null) return null
  const number = /^\d{1,9}$/.test(word) ? Number(word) : 0
  if (number < 1 || number > max) throw new Stop('usage', 'wholeInvalid', { option: `--${name}`, max })
  return number
}

/** Of options of which at most one may be given: the value of that one. */
export function oneOf<T>(values: Values, choices: Readonly<Record<string, T>>, fallback: T): T {
  const given = Object.keys(choices).filter((name) => values[name] === true)
  if (given.length > 1) throw new Stop('usage', 'onlyOneOf', { options: given.map((name) => `--${name}`).join(', ') })
  return choices[given[0] ?? ''] ?? fallback
}
