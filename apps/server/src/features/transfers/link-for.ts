import { recipientLink } from '../../links.ts'
import type { Services } from '../../services.ts'
import { linkToken } from './link-token.ts'
import { linkUrlOf } from './list-transfers.ts'

/** The address that opens a transfer for a recipient, or for whoever has no link of their own. */
export const linkFor = (
  services: Pick<Services, 'config' | 'secrets'>,
  slug: string,
  recipient: { id: string } | null | undefined,
): string =>
  recipient ? recipientLink(services.config, slug, linkToken(services.secrets.link, recipient.id)) : linkUrlOf(services, slug)
