/** What mails on behalf of an owner come from (B3): a domain of their own once it is proven and as long as their plan has it. */
import { planOf } from '@sampan/contract/plans'
import type { Mail } from '../../adapters/mail/mail.ts'
import type { Services } from '../../services.ts'
import { holderOf } from '../owners/index.ts'
import { openDkimKey } from './dkim-key.ts'
import { signingKey } from './queries-sender.ts'

/** To be spread into a mail; empty where mails come from the usual address. */
export async function senderOfOwner(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  ownerId: string,
): Promise<Pick<Mail, 'from'>> {
  const found = await signingKey(db, ownerId)
  if (!found || !planOf(await holderOf(db, ownerId)).ownHosts) return {}
  const { host, localPart, key } = found
  return {
    from: {
      address: `${localPart}@${host}`,
      dkim: { domainName: host, keySelector: key.selector, privateKey: openDkimKey(secrets.domain, key) },
    },
  }
}
