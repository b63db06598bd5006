/** What a row says of its transfer, as values for the catalogue's slots. */
import type { TransferRecord } from '@sampan/contract/routes/dashboard'

/** `emailTo` holds the first few of them, `people` counts them all. */
type Recipients = Pick<TransferRecord, 'emailTo' | 'people'>

/** What its sender calls it, else its first file. */
export const nameOf = ({ title, fileName }: Pick<TransferRecord, 'title' | 'fileName'>): string => title || fileName

export type People = { first: string; others: number; total: number }

/** null: a link, for whoever has it. */
export function peopleOf({ emailTo, people }: Recipients): People | null {
  const [first] = emailTo
  return first ? { first: first.email, others: people.all - 1, total: people.all } : null
}

/** Of named recipients how many have downloaded; else how often it was downloaded. */
export function downloadsOf({
  people,
  total_downloads,
}: Pick<TransferRecord, 'people' | 'total_downloads'>): { done: number; all: number; count?: undefined } | { count: number } {
  return people.all === 0 ? { count: total_downloads } : { done: people.downloaded, all: people.all }
}

/** Whether whoever downloaded last still lacks some of the files, as far as the row knows. */
export function lastTookPart({
  people,
  emailTo,
  downloads: [last],
}: Pick<TransferRecord, 'people' | 'emailTo' | 'downloads'>): boolean {
  if (!last || people.all === 0) return false
  const person = emailTo.find(({ email }) => email === last.receiverEmail)
  return people.downloaded === 0 || person?.downloadedAt === null
}

/** As long as a sentence bears: the beginning, and the end with its ending. */
export function shortName(name: string, max = 32): string {
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
  if (characters.length <= max) return name
  const end = Math.floor((max - 1) / 3)
  return `${characters.slice(0, max - 1 - end).join('')}…${characters.slice(-end).join('')}`
}

/** All recipients for a tooltip, which no screen could hold if there were hundreds. */
export function allPeople({ emailTo, people }: Recipients, max = 12): string {
  const shown = emailTo.slice(0, max).map(({ email }) => email)
  return [...shown, ...(people.all > shown.length ? ['…'] : [])].join('\n')
}
