import { Problem } from '@sampan/contract/errors'
import type { TransferView } from '@sampan/contract/routes/downloads'
import { isPassword } from '../../adapters/passwords/passwords.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { returnRate, takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { noteWrongPassword } from './note-opening.ts'
import { type Link, type LinkQuery, resolveLink } from './resolve-link.ts'
import { viewOf } from './view-transfer.ts'

/** What was right or not looked at does not count: many who have the password may share a network address. */
async function isRight({ db, clock, config }: Services, actor: Actor, transfer: Link['transfer'], password: string) {
  const hit = await inTransaction(db, (tx) =>
    takeRate(tx, config.rateLimits.linkPassword, `${transfer.id}:${actor.networkKey}`, clock()),
  )
  try {
    if (!(await isPassword('link', transfer.passwordHash, password))) return false
  } catch (error) {
    await returnRate(db, hit)
    throw error
  }
  await returnRate(db, hit)
  return true
}

/** Opens a transfer with its password; tries are limited by link and network address before the password is looked at. */
export async function unlockTransfer(
  services: Services,
  actor: Actor,
  query: LinkQuery,
  password: string,
): Promise<TransferView> {
  const link = await resolveLink(services, actor, query)
  if (link.state !== 'password') return viewOf(services, link)
  if (!(await isRight(services, actor, link.transfer, password))) {
    await noteWrongPassword(services, link, actor)
    throw new Problem('passwordWrong', {}, { fields: { password: 'invalid' } })
  }
  return viewOf(services, link, true)
}
