/** What shares and requests have alike: whose they are here, whether they are over, what of their words fits. */
import { messageMaxChars, titleMaxChars } from '@sampan/contract/limits'
import { fitsMessage } from '@sampan/contract/rules/message'
import { isTakenHash, unknownPassword } from '../../adapters/passwords/passwords.ts'
import type { People, Person } from './people.ts'
import type { SourceRequest, SourceShare } from './source.ts'

type Owned = SourceShare | SourceRequest

/** Why it stays behind, and whether the operator can do something about it. */
export type Stays = { because: string; isTrouble: boolean }

export function staysOf(given: Owned, owner: Person | undefined, now: Date): Stays | null {
  if (given.stays) return { because: given.stays, isTrouble: false }
  if (given.expiresAt && given.expiresAt <= now) return { because: 'it has expired', isTrouble: false }
  if ('downloadsLeft' in given && given.downloadsLeft === 0) return { because: 'its views are used up', isTrouble: false }
  if (!owner) return { because: 'it is nobody’s: name an account by --owner-of-anonymous', isTrouble: true }
  return null
}

export const ownerOf = (people: People, { userId }: Owned, nobodys: Person | undefined): Person | undefined =>
  (userId === null ? undefined : people.get(userId)) ?? nobodys

const cut = (text: string, chars: number): string => [...text].slice(0, chars).join('')

/** Without what Postgres cannot hold. */
export function wordsOf(given: Owned): { title: string; message: string; notes: string[] } {
  const [title, message] = [given.title, given.message].map((text) => text.replaceAll('\0', '').trim()) as [string, string]
  const isLong = [...title].length > titleMaxChars
  return {
    title: cut(title, titleMaxChars),
    message: fitsMessage(message) ? message : cut(message, messageMaxChars),
    notes: [
      ...(isLong ? [`its name is cut to ${titleMaxChars} characters`] : []),
      ...(fitsMessage(message) ? [] : [`its description is cut to ${messageMaxChars} characters`]),
    ],
  }
}

export const passwordNotes = ({ passwordHash }: Owned): string[] =>
  passwordHash === null || isTakenHash(passwordHash)
    ? []
    : ['its password cannot be taken over: it is closed until its owner sets a new one']

/** What had a password never goes without. */
export async function passwordOf({ passwordHash }: Owned): Promise<string | null> {
  if (passwordHash === null) return null
  return isTakenHash(passwordHash) ? passwordHash : unknownPassword()
}
