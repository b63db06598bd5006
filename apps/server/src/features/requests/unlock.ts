import { Problem } from '@sampan/contract/errors'
import type { RequestView } from '@sampan/contract/routes/request-page'
import { isPassword } from '../../adapters/passwords/passwords.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { returnRate, takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { unlockMark } from './supplier-token.ts'
import { viewOf } from './view-page.ts'
import { findVisitor, type LinkQuery } from './visitor.ts'

/** Tries are limited by request and network address before the password is looked at; a right one does not count. Null: nothing to unlock. */
export async function unlockRequest(
  services: Services,
  actor: Actor,
  link: LinkQuery,
  password: string,
): Promise<{ view: RequestView; unlocked: string | null }> {
  const { db, config, secrets, clock } = services
  const visitor = await findVisitor(services, actor, link)
  if (visitor.state !== 'password') return { view: await viewOf(services, visitor), unlocked: null }
  const { request } = visitor
  const rateKey = `request:${request.id}:${actor.networkKey}`
  const hit = await inTransaction(db, (tx) => takeRate(tx, config.rateLimits.linkPassword, rateKey, clock()))
  const isRight = await isPassword('link', request.passwordHash, password).catch(async (error) => {
    await returnRate(db, hit)
    throw error
  })
  if (!isRight) throw new Problem('passwordWrong', {}, { fields: { password: 'invalid' } })
  await returnRate(db, hit)
  const unlocked = unlockMark(secrets.link, request)
  return { view: await viewOf(services, await findVisitor(services, actor, { ...link, unlocked })), unlocked }
}
