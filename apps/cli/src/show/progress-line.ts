/** One line of progress, as wide as the terminal and not a column wider. */
import type { Language } from '@sampan/contract/paths'
import { cliText } from '@sampan/texts/cli'
import { formatBytes, formatDuration } from '@sampan/texts/format'
import { fitted, harmless, textWidth } from './text-width.ts'

export type Standing = {
  doneBytes: number
  totalBytes: number
  /** null until it can be told; 0 while nothing moves. */
  bytesPerSecond: number | null
  secondsLeft: number | null
  /** The file that is on its way. */
  name?: string | undefined
}

const [maxBar, minBar] = [30, 10]

/** 100 only when all is done. */
export const percentOf = ({ doneBytes, totalBytes }: Pick<Standing, 'doneBytes' | 'totalBytes'>): number =>
  totalBytes === 0 || doneBytes >= totalBytes ? 100 : Math.min(99, Math.floor((doneBytes / totalBytes) * 100))

export function progressWords(standing: Standing, language: Language): string[] {
  const { doneBytes, totalBytes, bytesPerSecond, secondsLeft } = standing
  const size = (bytes: number) => formatBytes(bytes, language)
  return [
    `${percentOf(standing)} %`,
    cliText(language, 'ofSize', { done: size(doneBytes), total: size(totalBytes) }),
    ...(bytesPerSecond === null ? [] : [cliText(language, 'perSecond', { size: size(bytesPerSecond) })]),
    ...(secondsLeft === null ? [] : [cliText(language, 'left', { time: formatDuration(secondsLeft, language) })]),
  ]
}

function bar(standing: Standing, columns: number): string {
  const share = standing.totalBytes === 0 ? 1 : Math.min(1, standing.doneBytes / standing.totalBytes)
  const full = Math.floor(share * columns)
  return `${'█'.repeat(full)}${'░'.repeat(columns - full)}`
}

const minName = 8

/** Words that do not fit are left out from the end; the bar takes what is left, then the file's name. */
export function progressLine(standing: Standing, language: Language, columns: number): string {
  const words = progressWords(standing, language)
  while (words.length > 1 && textWidth(words.join(' · ')) > columns) words.pop()
  const summary = words.join(' · ')
  const space = columns - textWidth(summary) - 1
  if (space < minBar) return fitted(summary, columns)
  const drawn = `${bar(standing, Math.min(maxBar, space))} ${summary}`
  const nameSpace = columns - textWidth(drawn) - 2
  return standing.name && nameSpace >= minName ? `${drawn}  ${fitted(harmless(standing.name), nameSpace)}` : drawn
}
