/** Names of people, as short as a place needs them. */

/** The first word; Chinese names have one. */
export const firstName = (fullName: string): string => fullName.trim().split(/\s+/)[0] ?? ''

/** Counted in characters as people see them, not in code units. */
export function truncate(text: string, most: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text
}
