/** Where the sender of a transfer is written to, and by which link they look after it. */
import { dashTransferPath, type Language } from '@sampan/contract/paths'
import type { Db } from '../../db/connect.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { manageUrlOf } from './manage-link.ts'
import type { TransferRow } from './queries.ts'
import { mailWishesOf } from './queries-sender.ts'

/** `tellsExpiry`: wants mails about what ends soon (A5); who sent without an account has nothing to turn off. */
export type Sender = { email: string; language: Language; tellsExpiry: boolean; link: string }

/** An account at its address of now; without one the address that it was sent from. */
export async function senderOf(services: Pick<Services, 'config' | 'secrets'>, db: Db, transfer: TransferRow): Promise<Sender> {
  const { slug, senderEmail, language, authorId } = transfer
  const wishes = authorId ? await mailWishesOf(db, authorId) : undefined
  if (!wishes) return { email: senderEmail, language, tellsExpiry: true, link: manageUrlOf(services, transfer) }
  return { ...wishes, link: urlOf(services.config, dashTransferPath(slug)) }
}
