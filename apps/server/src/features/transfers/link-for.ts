import { recipientLink } from '../../links.ts'
import type { Services } from '../../services.ts'
import { originOfOwner } from '../domains/index.ts'
import { linkToken } from './link-token.ts'
import { linkUrlOf } from './list-transfers.ts'
import type { TransferRow } from './queries.ts'

/** The address that opens a transfer for a recipient, or for whoever has no link of their own. */
export const linkFor = async (
  services: Pick<Services, 'db' | 'config' | 'secrets'>,
  transfer: Pick<TransferRow, 'slug' | 'ownerId'>,
  recipient: { id: string } | null | undefined,
): Promise<string> =>
  recipient
    ? recipientLink(
        await originOfOwner(services, transfer.ownerId),
        transfer.slug,
        linkToken(services.secrets.link, recipient.id),
      )
    : linkUrlOf(services, transfer)
