/** What a row says of its transfer, as values for the catalogue's slots. */
import type { TransferRecord } from '@sampan/contract/routes/dashboard'

type Recipients = Pick<TransferRecord, 'emailTo'>

export type People = { first: string; others: number; total: number }

/** null: a link, for whoever has it. */
export function peopleOf({ emailTo }: Recipients): People | null {
  const [first] = emailTo
  return first ? { first: first.email, others: emailTo.length - 1, total: emailTo.length } : null
}

/** Of named recipients how many have downloaded; else how often it was downloaded. */
export function downloadsOf(
  transfer: Recipients & Pick<TransferRecord, 'total_downloads'>,
): { done: number; all: number; count?: undefined } | { count: number } {
  const { emailTo } = transfer
  if (emailTo.length === 0) return { count: transfer.total_downloads }
  return { done: emailTo.filter(({ downloadedAt }) => downloadedAt !== null).length, all: emailTo.length }
}

export const bouncedOf = ({ emailTo }: Recipients): number => emailTo.filter(({ state }) => state === 'bounced').length

type Place = Pick<TransferRecord['downloads'][number], 'city_name' | 'country_name'>

/** `both` is the catalogue's way to put a city and its country. */
export function placeOf({ city_name, country_name }: Place, both: (city: string, country: string) => string): string {
  return city_name && country_name ? both(city_name, country_name) : city_name || country_name
}

/** As long as a sentence bears: the beginning, and the end with its ending. */
export function shortName(name: string, most = 32): string {
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
  if (characters.length <= most) return name
  const end = Math.floor((most - 1) / 3)
  return `${characters.slice(0, most - 1 - end).join('')}…${characters.slice(-end).join('')}`
}

/** All recipients for a tooltip, which no screen could hold if there were hundreds. */
export function allPeople({ emailTo }: Recipients, most = 12): string {
  const shown = emailTo.slice(0, most).map(({ email }) => email)
  return [...shown, ...(emailTo.length > most ? ['…'] : [])].join('\n')
}
