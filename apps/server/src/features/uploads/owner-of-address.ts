import type { Transaction } from '../../db/connect.ts'
import { idsOfAccount } from '../accounts/index.ts'
import { ensureOwner } from '../owners/index.ts'

/**
 * Whose quota and month a verified address takes: those of its account, so that signing out gains nobody a second set of limits, or its
 * own where it has none. The address is held, so that no account adopts it meanwhile; not locked.
 */
export async function ownerOfAddress(tx: Transaction, email: string): Promise<{ ownerId: string; userId: string | null }> {
  const account = await idsOfAccount(tx, email)
  return account ?? { ownerId: await ensureOwner(tx, 'address', email, 'anon'), userId: null }
}
