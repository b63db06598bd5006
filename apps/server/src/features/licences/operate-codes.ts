/** What the operator does with licence codes: made in batches, shown once, revoked, listed (P6, O5). */
import { licenceCodeLength, normalizeLicenceCode } from '@sampan/contract/rules/licence-codes'
import { codeAlphabet } from '@sampan/contract/rules/verification-code'
import { inTransaction } from '../../db/connect.ts'
import { randomText } from '../../http/random-text.ts'
import type { Services } from '../../services.ts'
import { settleStanding } from '../billing/index.ts'
import { hashLicenceCode } from './code-hash.ts'
import { holdAlone } from './queries.ts'
import * as queries from './queries-operator.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets'>

const hintLength = 4

/**
 * False where there is such a batch already. `keep` gets the codes before they count: they can never be shown again, so where keeping
 * them fails none is made.
 */
export async function makeCodes(
  { db, clock, secrets }: Needs,
  { batch, count }: { batch: string; count: number },
  keep: (codes: string[]) => void,
): Promise<boolean> {
  const codes = [...new Set(Array.from({ length: count }, () => randomText(licenceCodeLength, codeAlphabet)))]
  const createdAt = clock()
  const rowOf = (code: string) => ({ batch, codeHash: hashLicenceCode(secrets, code), hint: code.slice(-hintLength), createdAt })
  return inTransaction(db, async (tx) => {
    await holdAlone(tx)
    if ((await queries.countCodes(tx, { batch })) > 0) return false
    await queries.insertCodes(tx, codes.map(rowOf))
    keep(codes)
    return true
  })
}

/** A batch's name, or one code. */
export type Named = { batch: string } | { code: string }
export type Revoked = { found: number; revoked: number; accounts: number }

/** Accounts fall to what their other codes give, in the same transaction. Repeated, it revokes nothing more. */
export async function revokeCodes({ db, clock, secrets }: Needs, named: Named): Promise<Revoked> {
  const which =
    'code' in named ? { codeHash: hashLicenceCode(secrets, normalizeLicenceCode(named.code)) } : { batch: named.batch }
  return inTransaction(db, async (tx) => {
    await holdAlone(tx)
    const rows = await queries.revokeCodes(tx, which, clock())
    const ownerIds = [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))].sort()
    for (const ownerId of ownerIds) await settleStanding(tx, ownerId)
    return { found: await queries.countCodes(tx, which), revoked: rows.length, accounts: ownerIds.length }
  })
}
