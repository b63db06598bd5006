/** What its sender sets of a transfer, as forms hold it: numbers as they are typed. */
import { downloadLimitMax } from '@sampan/contract/limits'
import { type SenderValues, senderLineNames } from '@sampan/contract/rules/sender-values'

export type TypedValues = Omit<SenderValues, 'downloadLimit'> & { downloadLimit: string }

export const limitText = (limit: number | null): string => (limit === null ? '' : String(limit))

const limitIn = (text: string): number | null => (text.trim() ? Number(text.trim()) : null)

/** As a call takes it; what was not typed is not there. */
export function valuesIn<T extends Partial<TypedValues>>({ downloadLimit, ...typed }: T) {
  const lines = senderLineNames.flatMap((name) => (typed[name] === undefined ? [] : [[name, typed[name].trim()]]))
  return {
    ...typed,
    ...Object.fromEntries(lines),
    ...(downloadLimit !== undefined && { downloadLimit: limitIn(downloadLimit) }),
  }
}

export function isWrongLimit(limit: number | null | undefined): boolean {
  const isRight = limit == null || (Number.isInteger(limit) && limit >= 1 && limit <= downloadLimitMax)
  return !isRight
}
