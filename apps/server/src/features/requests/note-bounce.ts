/** The mail that asked somebody for files came back after it had been taken (T10): whoever asked sees it, and can correct the address. */
import type { Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import { findRequest } from './queries.ts'
import { moveMail, type SupplierRow } from './queries-suppliers.ts'

/** False where it is known already, or it goes out anew just now. */
export async function noteSupplierBounce(tx: Transaction, { id, requestId }: SupplierRow, reason: string): Promise<boolean> {
  if (!(await moveMail(tx, id, ['sent', 'deferred'], { mailState: 'bounced', mailReason: reason }))) return false
  const request = await findRequest(tx, { id: requestId })
  if (request) await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug: request.slug })
  return true
}
