/** An account that somebody had in another product (O9). Its address was not proven here, as the operator answers for. */
import { randomUUID } from 'node:crypto'
import type { Language } from '@sampan/contract/paths'
import { inTransaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { idsOfAccount, insertAccount } from './queries.ts'

/** `passwordHash` null: its owner chooses a password by “Forgot password”. */
type Brought = { email: string; fullName: string; passwordHash: string | null; language: Language }

/** The account of that address where there is one, as it is. */
export const bringAccount = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  brought: Brought,
): Promise<{ userId: string; ownerId: string }> =>
  inTransaction(db, async (tx) => {
    const before = await idsOfAccount(tx, brought.email)
    if (before) return before
    await insertAccount(tx, { id: randomUUID(), ...brought, createdAt: clock() })
    return (await idsOfAccount(tx, brought.email))!
  })
