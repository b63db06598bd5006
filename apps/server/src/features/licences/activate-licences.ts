/** /api/appSumo/upgradeAppSumo: all codes of a call become the account's, or none (P6, spec §5). */
import { Problem } from '@sampan/contract/errors'
import type { Licence, upgradeAppSumo as route } from '@sampan/contract/routes/licences'
import type { RouteInput } from '@sampan/contract/routes/route'
import { newLicenceCodes } from '@sampan/contract/rules/licence-codes'
import { type Db, inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { returnRate, takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { settleStanding } from '../billing/index.ts'
import { lockOwner } from '../owners/index.ts'
import { hashLicenceCode } from './code-hash.ts'
import * as queries from './queries.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'config' | 'secrets'>
type Input = RouteInput<typeof route>['body'] & { requestKey: string | undefined }

const licenceOf = ({ hint, activatedAt }: queries.CodeRow): Licence => ({ hint, activatedAt: activatedAt!.getTime() })

export const readLicences = async (db: Db, ownerId: string): Promise<Licence[]> =>
  (await queries.licencesOf(db, ownerId)).map(licenceOf)

/**
 * A call is one guess however many codes it brings, since all of them have to be right; only misses stay counted, by account and by
 * network address (R19).
 */
export async function activateLicences(needs: Needs, actor: SignedIn, input: Input): Promise<Licence[]> {
  requireOwn(actor, input)
  const { db, clock, config } = needs
  const hits = await inTransaction(db, async (tx) => [
    await takeRate(tx, config.rateLimits.licenceCodes, `account:${actor.userId}`, clock()),
    await takeRate(tx, config.rateLimits.licenceCodes, `network:${actor.networkKey}`, clock()),
  ])
  const licences = await inTransaction(db, (tx) => activate(tx, needs, actor, input)).catch((error) => {
    throw error instanceof Problem && error.code === 'licenceCodesInvalid' ? invalid(config.supportEmail) : error
  })
  for (const hit of hits) await returnRate(db, hit)
  return licences
}

const invalid = (email: string | null) => new Problem('licenceCodesInvalid', email ? { email } : {})

function requireOwn(actor: SignedIn, { userId, email }: Pick<Input, 'userId' | 'email'>): void {
  if (userId && userId !== actor.userId) throw new Problem('notYours')
  if (email && email.trim().toLowerCase() !== actor.email) throw new Problem('notYours')
}

async function activate(tx: Transaction, needs: Needs, actor: SignedIn, { codes, requestKey }: Input): Promise<Licence[]> {
  await queries.holdForActivation(tx)
  // Whoever activates for the same account waits here: together they stay below the limit.
  const owner = await lockOwner(tx, actor.ownerId)
  if (!owner || owner.status === 'revoke') throw new Problem('accountSuspended')
  const own = await queries.licencesOf(tx, owner.id)
  // The answer of this very call was lost.
  if (requestKey && own.some((row) => row.requestKey === requestKey)) return own.map(licenceOf)
  const hashOf = (code: string) => hashLicenceCode(needs.secrets, code)
  const isOwn = (code: string) => own.some(({ codeHash }) => codeHash.equals(hashOf(code)))
  const fresh = newLicenceCodes(codes, isOwn, own.length)
  const taken = { ownerId: owner.id, activatedAt: needs.clock(), requestKey: requestKey ?? null }
  if ((await queries.takeCodes(tx, fresh.map(hashOf), taken)) < fresh.length) throw new Problem('licenceCodesInvalid')
  await settleStanding(tx, owner.id)
  return readLicences(tx, owner.id)
}
