/** Where a log-in may lead on to: a page of the logged-in area, or the one of licence codes; null for everything else, other sites first. */
import { languages } from '../languages.ts'
import { isDashPath, lifetimePath } from '../paths.ts'

const here = 'http://sampan.invalid'
const mayGoOn = (path: string): boolean => isDashPath(path) || languages.some((language) => lifetimePath(language) === path)

// Only the path is taken, and only after the browser's own way of reading it.
export function ownPath(next: string): string | null {
  if (!next.startsWith('/') || !URL.canParse(next, here)) return null
  const { origin, pathname, search, hash } = new URL(next, here)
  return origin === here && mayGoOn(pathname) ? pathname + search + hash : null
}
