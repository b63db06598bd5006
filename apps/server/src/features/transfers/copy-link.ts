import { Problem } from '@sampan/contract/errors'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { linkUrlOf } from './list-transfers.ts'
import { openLink } from './queries-change.ts'
import { requireActive } from './transfer-status.ts'

/** From now on the bare slug opens too: whoever copies a link gives it to somebody (D6). */
export async function copyLink(
  services: Pick<Services, 'db' | 'config'>,
  actor: SignedIn,
  slug: string,
): Promise<{ linkUrl: string }> {
  requireActive(actor.status)
  if (!(await openLink(services.db, { slug, ownerId: actor.ownerId }))) throw new Problem('notYours')
  return { linkUrl: linkUrlOf(services, slug) }
}
