/** Accounts first: shares and requests belong to them. */
import type { Language } from '@sampan/contract/paths'
import { email as emailField } from '@sampan/contract/routes/fields'
import * as z from 'zod/mini'
import { isTakenHash } from '../../adapters/passwords/passwords.ts'
import { bringAccount, idsOfAccount } from '../../features/accounts/index.ts'
import type { Services } from '../../services.ts'
import type { Line } from './report.ts'
import type { SourceUser } from './source.ts'

/** `ids` null: a dry run would make the account. */
export type Person = { email: string; name: string; ids: { userId: string; ownerId: string } | null }
export type People = ReadonlyMap<string, Person>
type Options = { language: Language; isDry: boolean; isTold: boolean }

/** Null where nobody can be mailed there. */
export const addressOf = (text: string): string | null => {
  const { success, data } = z.safeParse(emailField, text)
  return success ? data : null
}

const nameMaxChars = 200

function passwordNote({ passwordHash }: SourceUser): string[] {
  if (passwordHash === null) return ['had no password there, and chooses one by “Forgot password”']
  if (isTakenHash(passwordHash)) return []
  return ['its password cannot be taken over: its owner chooses one by “Forgot password”']
}

async function bring(
  services: Services,
  user: SourceUser,
  email: string,
  { language, isDry, isTold }: Options,
): Promise<[Person, Line]> {
  const before = await idsOfAccount(services.db, email)
  const fullName = [...user.name.replaceAll('\0', '').trim()].slice(0, nameMaxChars).join('')
  const line = { kind: 'account', name: email, isTrouble: false } as const
  if (before)
    return [
      { email, name: fullName, ids: before },
      { ...line, outcome: 'known', notes: ['the account of that address stays as it is, its password too'] },
    ]
  const { passwordHash } = user
  const taken = passwordHash !== null && isTakenHash(passwordHash) ? passwordHash : null
  const ids = isDry ? null : await bringAccount(services, { email, fullName, passwordHash: taken, language, isTold })
  const notes = [...passwordNote(user), ...(user.isAdmin ? ['was an administrator there, and is an ordinary account here'] : [])]
  return [
    { email, name: fullName, ids },
    { ...line, outcome: 'came', notes },
  ]
}

export async function bringPeople(services: Services, users: readonly SourceUser[], options: Options) {
  const people = new Map<string, Person>()
  const lines: Line[] = []
  for (const user of users) {
    const email = addressOf(user.email)
    if (!email) {
      const notes = ['it has no address that could be mailed']
      lines.push({ kind: 'account', name: user.name || user.id, outcome: 'stays', notes, isTrouble: true })
      continue
    }
    if (user.stays) {
      lines.push({ kind: 'account', name: email, outcome: 'stays', notes: [user.stays], isTrouble: false })
      continue
    }
    const same = [...people.values()].find((person) => person.email === email)
    const [person, line] = same ? ([same, null] as const) : await bring(services, user, email, options)
    people.set(user.id, person)
    if (line) lines.push(line)
  }
  return { people, lines }
}
