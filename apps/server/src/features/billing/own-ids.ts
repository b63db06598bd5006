/** Ids that callers may name although the server knows them: anything but their own is unknown (R26, R44). */
import { Problem } from '@sampan/contract/errors'
import type { SignedIn } from '../../http/actor.ts'
import { findOwner } from '../owners/index.ts'
import type { Needs } from './needs.ts'

type Named = {
  customers?: (string | null | undefined)[]
  users?: (string | null | undefined)[]
  email?: string | null | undefined
}

export async function requireOwn(
  { db }: Pick<Needs, 'db'>,
  actor: SignedIn,
  { customers = [], users = [], email }: Named,
): Promise<void> {
  const foreign = (given: string | null | undefined, own: string | null) => !!given && given !== own
  const refuse = () => {
    throw new Problem('notYours')
  }
  if (users.some((id) => foreign(id, actor.userId))) refuse()
  if (email && email.trim().toLowerCase() !== actor.email) refuse()
  if (!customers.some(Boolean)) return
  const owner = await findOwner(db, actor.ownerId)
  if (customers.some((id) => foreign(id, owner?.customerId ?? null))) refuse()
}
