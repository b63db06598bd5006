/** Whether a browser sent something that an account could keep (A7). Signing up with the address, which verifies the mailbox, keeps it. */
import { welcomeBackSeconds } from '@sampan/contract/limits'
import type { anonCheck as route } from '@sampan/contract/routes/profile'
import type { RouteReply } from '@sampan/contract/routes/route'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { savable } from '../transfers/index.ts'

const nothing = { toSave: 0, slug: null, email: null, isDue: false }

/** `lastVisit`: milliseconds, as a header says them. */
export async function anonCheck(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Actor,
  lastVisit: unknown,
): Promise<RouteReply<typeof route>> {
  // What an account's address sends is the account's at once.
  const found = actor.kind === 'user' ? undefined : await savable(db, actor.browserHash!)
  if (!found) return nothing
  const firstMs = typeof lastVisit === 'string' && /^\d{1,15}$/.test(lastVisit) ? Number(lastVisit) : null
  const isDue = firstMs !== null && clock().getTime() - firstMs >= welcomeBackSeconds * 1000
  return { toSave: found.count, slug: found.slug, email: found.email, isDue }
}
