import { Problem } from '@sampan/contract/errors'
import type { Transaction } from '../../db/connect.ts'
import { findSender } from './queries-sender.ts'

/** What a call says mails shall come from (B3): the owner's own domain, or it is refused by the field's name (R26). */
export async function requireOwnSender(tx: Transaction, ownerId: string, pmDomainID: string): Promise<void> {
  if ((await findSender(tx, { ownerId }))?.id !== pmDomainID)
    throw new Problem('invalidInput', {}, { fields: { pmDomainID: 'invalid' } })
}
