import { Problem } from '@sampan/contract/errors'
import type { TransferView } from '@sampan/contract/routes/downloads'
import { isPassword } from '../../adapters/passwords/passwords.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { type LinkQuery, resolveLink } from './resolve-link.ts'
import { viewOf } from './view-transfer.ts'

/** Opens a transfer with its password; tries are limited by link and network address before the password is looked at. */
export async function unlockTransfer(
  services: Services,
  actor: Actor,
  query: LinkQuery,
  password: string,
): Promise<TransferView> {
  const link = await resolveLink(services, actor, query)
  if (link.state !== 'password') return viewOf(services, link)
  await inTransaction(services.db, (tx) =>
    takeRate(tx, services.config.rateLimits.linkPassword, `${link.transfer.id}:${actor.networkKey}`, services.clock()),
  )
  if (!(await isPassword('link', link.transfer.passwordHash, password)))
    throw new Problem('passwordWrong', {}, { fields: { password: 'invalid' } })
  return viewOf(services, link, true)
}
