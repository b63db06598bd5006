/** An account that somebody had in another product (O9). Its address was not proven here, as the operator answers for. */
import { randomUUID } from 'node:crypto'
import type { Language } from '@sampan/contract/paths'
import { inTransaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { accountBroughtJob } from './job-names.ts'
import { idsOfAccount, insertAccount } from './queries.ts'

/** `passwordHash` null: its owner chooses a password by “Forgot password”. `isTold`: by mail, of the account that is made. */
type Brought = { email: string; fullName: string; passwordHash: string | null; language: Language; isTold: boolean }

/** The account of that address where there is one, as it is. */
export const bringAccount = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { isTold, ...brought }: Brought,
): Promise<{ userId: string; ownerId: string }> =>
  inTransaction(db, async (tx) => {
    const before = await idsOfAccount(tx, brought.email)
    if (before) return before
    const userId = randomUUID()
    const isMade = await insertAccount(tx, { id: userId, ...brought, createdAt: clock() })
    if (isMade && isTold) await addJob(tx, accountBroughtJob, { mailId: randomUUID(), userId })
    return (await idsOfAccount(tx, brought.email))!
  })
