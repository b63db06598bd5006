/** With whom of the team a transfer is shared (M2): people by their ids, or all of them. */
import { Problem } from '@sampan/contract/errors'
import { wholeTeam } from '@sampan/contract/rules/teams'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { peopleOfTeam } from '../accounts/index.ts'
import type { TransferRow } from './queries.ts'

export type Shares = Pick<TransferRow, 'sharedWith' | 'isSharedWithTeam'>

/** Who is not in the team is unknown, whoever that is. */
async function requirePeople(db: Db, ownerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const people = await peopleOfTeam(db, ownerId)
  if (ids.some((id) => !people.has(id))) throw new Problem('notYours')
}

export async function sharesOf(db: Db, ownerId: string, shareWith: readonly string[]): Promise<Shares> {
  const sharedWith = [...new Set(shareWith)].filter((id) => id !== wholeTeam)
  await requirePeople(db, ownerId, sharedWith)
  return { sharedWith, isSharedWithTeam: shareWith.includes(wholeTeam) }
}

export const shareWithOf = ({ sharedWith, isSharedWithTeam }: Shares): string[] => [
  ...(isSharedWithTeam ? [wholeTeam] : []),
  ...sharedWith,
]

/** `isTeam` is a JSON list of the ids of people whose transfers are asked for (spec §7); a member may name nobody else. */
export async function authorsIn(db: Db, actor: SignedIn, header: string | undefined): Promise<string[] | undefined> {
  const ids = header ? idsIn(header) : []
  if (ids.length === 0) return undefined
  const others = ids.filter((id) => id !== actor.userId)
  if (others.length > 0 && actor.isMember) throw new Problem('notYours')
  await requirePeople(db, actor.ownerId, others)
  return ids
}

function idsIn(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.map(String) : [text]
  } catch {
    return [text]
  }
}
