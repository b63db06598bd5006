/** Names of people, as short as a place needs them. */

/** The first word; Chinese names have one. */
export const firstName = (fullName: string): string => fullName.trim().split(/\s+/)[0] ?? ''

/** Counted in characters as people see them, not in code units. */
export function truncate(text: string, max: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text
}

/** What somebody is called, or the address where that was not said. */
export const nameOrEmail = ({ fullName, email }: { fullName: string; email: string }): string => fullName.trim() || email
