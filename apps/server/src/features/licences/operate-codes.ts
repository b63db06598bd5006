/** What the operator does with licence codes: made in batches, shown once, revoked, listed (P6, O5). */
import { licenceCodeLength, normalizeLicenceCode } from '@sampan/contract/rules/licence-codes'
import { codeAlphabet } from '@sampan/contract/rules/verification-code'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { randomText } from '../../http/random-text.ts'
import type { Services } from '../../services.ts'
import { settleStanding } from '../billing/index.ts'
import { hashLicenceCode } from './code-hash.ts'
import { holdAlone } from './queries.ts'
import * as queries from './queries-operator.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets'>

const hintLength = 4

/** Writes down who did it, in the transaction of the act. */
type NoteCodes = (tx: Transaction, done: { about: string; count: number }, now: Date) => Promise<void>
const nobody: NoteCodes = async () => {}

/**
 * False where there is such a batch already. `keep` gets the codes before they count: they can never be shown again, so where keeping
 * them fails none is made.
 */
export async function makeCodes(
  { db, clock, secrets }: Needs,
  { batch, count }: { batch: string; count: number },
  keep: (codes: string[]) => void,
  note: NoteCodes = nobody,
): Promise<boolean> {
  const codes = [...new Set(Array.from({ length: count }, () => randomText(licenceCodeLength, codeAlphabet)))]
  const createdAt = clock()
  const rowOf = (code: string) => ({ batch, codeHash: hashLicenceCode(secrets, code), hint: code.slice(-hintLength), createdAt })
  return inTransaction(db, async (tx) => {
    await holdAlone(tx)
    if ((await queries.countCodes(tx, { batch })) > 0) return false
    await queries.insertCodes(tx, codes.map(rowOf))
    await note(tx, { about: batch, count: codes.length }, createdAt)
    keep(codes)
    return true
  })
}

/** A batch's name, or one code. */
export type Named = { batch: string } | { code: string }
export type Revoked = { found: number; revoked: number; accounts: number }

/** Accounts fall to what their other codes give, in the same transaction. Repeated, it revokes nothing more. */
export async function revokeCodes({ db, clock, secrets }: Needs, named: Named, note: NoteCodes = nobody): Promise<Revoked> {
  const which =
    'code' in named ? { codeHash: hashLicenceCode(secrets, normalizeLicenceCode(named.code)) } : { batch: named.batch }
  return inTransaction(db, async (tx) => {
    await holdAlone(tx)
    const now = clock()
    const rows = await queries.revokeCodes(tx, which, now)
    const ownerIds = [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))].sort()
    for (const ownerId of ownerIds) await settleStanding(tx, ownerId)
    // Of one code its end is known to whoever has it, and opens nothing.
    const about = 'code' in named ? `…${normalizeLicenceCode(named.code).slice(-hintLength)}` : named.batch
    if (rows.length > 0) await note(tx, { about, count: rows.length }, now)
    return { found: await queries.countCodes(tx, which), revoked: rows.length, accounts: ownerIds.length }
  })
}
