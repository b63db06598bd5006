/** Ids that a caller may name although the server knows them: never believed, foreign ones refused (H4, R26). */
import { Problem } from '@sampan/contract/errors'
import type { Actor } from '../../http/actor.ts'

export function requireOwnId(actor: Pick<Actor, 'userId'>, id: string | null | undefined): void {
  if (id && id !== actor.userId) throw new Problem('notYours')
}
