/** What became of each thing, in plain words. */

import { defaultLanguage } from '@sampan/contract/paths'
import { csvLine, csvStart } from '@sampan/contract/rules/csv'
import { formatBytes } from '@sampan/texts/format'
import { plainText } from '../plain-text.ts'

export type Kind = 'account' | 'share' | 'request' | 'file'
export type Outcome = 'came' | 'known' | 'stays'
/** `isTrouble`: the operator can do something about it, or should know. */
export type Line = { kind: Kind; name: string; outcome: Outcome; notes: readonly string[]; isTrouble: boolean }

export type Report = { lines: Line[]; remarks: readonly string[]; files: number; bytes: number }

const words: Readonly<Record<Outcome, (isDry: boolean) => string>> = {
  came: (isDry) => (isDry ? 'would come over' : 'came over'),
  known: () => 'was here before',
  stays: (isDry) => (isDry ? 'would stay behind' : 'stays behind'),
}

const described = ({ kind, name, outcome, notes }: Line, isDry: boolean): string =>
  plainText(`${kind.padEnd(8)} ${name}: ${words[outcome](isDry)}${notes.length > 0 ? `; ${notes.join('; ')}` : ''}`)

const countedKinds: Readonly<Record<Outcome, readonly Kind[]>> = {
  // Files that are told of although they came are those that are called otherwise here.
  came: ['account', 'share', 'request'],
  known: ['account', 'share', 'request'],
  stays: ['account', 'share', 'request', 'file'],
}

export const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

function counted(lines: readonly Line[], outcome: Outcome): string {
  const counts = countedKinds[outcome].map(
    (kind) => [lines.filter((line) => line.kind === kind && line.outcome === outcome).length, kind] as const,
  )
  const said = counts.filter(([count]) => count > 0).map(([count, kind]) => countOf(count, kind))
  return said.join(', ') || 'nothing'
}

export function reportLines({ lines, remarks, files, bytes }: Report, isDry: boolean): string[] {
  const came = counted(lines, 'came')
  return [
    ...lines.map((line) => described(line, isDry)),
    ...remarks.map(plainText),
    `${isDry ? 'Would come over' : 'Came over'}: ${came}, with ${countOf(files, 'file')} of ${formatBytes(bytes, defaultLanguage)}.`,
    `Here before: ${counted(lines, 'known')}.`,
    `${isDry ? 'Would stay' : 'Stays'} behind: ${counted(lines, 'stays')}.`,
    ...(isDry ? ['Nothing was changed.'] : []),
  ]
}

export const reportCsv = ({ lines }: Report, isDry: boolean): string =>
  csvStart +
  csvLine(['kind', 'name', 'outcome', 'notes']) +
  lines.map(({ kind, name, outcome, notes }) => csvLine([kind, name, words[outcome](isDry), notes.join('; ')])).join('')
