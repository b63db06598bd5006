import { Problem } from '@sampan/contract/errors'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { addEvent } from '../timeline/index.ts'
import { linkUrlOf } from './list-transfers.ts'
import { openLink } from './queries-change.ts'
import { requireOwn } from './read-detail.ts'
import { requireActive } from './transfer-status.ts'

/** From now on the bare slug opens too: whoever copies a link gives it to somebody (D6). Not while only recipients may open it. */
export async function copyLink(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  actor: SignedIn,
  slug: string,
): Promise<{ linkUrl: string }> {
  requireActive(actor.status)
  const own = { slug, actor, action: 'change' } as const
  await inTransaction(services.db, async (tx) => {
    const opened = await openLink(tx, own)
    const { id, sendAs, isRestricted } = opened ?? (await requireOwn(tx, actor, slug, 'change'))
    if (isRestricted) throw new Problem('linkRestricted')
    // That of a link's transfer was open from the beginning.
    if (opened && sendAs === 'email')
      await addEvent(tx, { transferId: id, kind: 'linkOpened', actor: 'sender', by: actor.userId, at: services.clock() })
  })
  return { linkUrl: await linkUrlOf(services, { slug, ownerId: actor.ownerId }) }
}
