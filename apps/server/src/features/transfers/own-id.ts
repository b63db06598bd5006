/** Ids that a caller may name although the server knows them: never believed, foreign ones refused (H4, R26). */
import { Problem } from '@sampan/contract/errors'
import type { Actor, SignedIn } from '../../http/actor.ts'

export function requireOwnId(actor: Pick<Actor, 'userId'>, id: string | null | undefined): void {
  if (id && id !== actor.userId) throw new Problem('notYours')
}

/** `isTeam` is a JSON list of team members' ids (spec §7); whoever is in no team has nobody to name but oneself. */
export function requireOwnTeam(actor: SignedIn, header: string | undefined): void {
  if (!header) return
  if (memberIds(header).some((id) => id !== actor.userId)) throw new Problem('notYours')
}

function memberIds(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : [text]
  } catch {
    return [text]
  }
}
