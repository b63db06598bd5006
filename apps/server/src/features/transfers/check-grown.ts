import { planOf, planRole } from '@sampan/contract/plans'
import { checkFileSet, type SizedPath } from '@sampan/contract/rules/file-set'
import type { Transaction } from '../../db/connect.ts'
import { checkMaySend, lockOwner } from '../owners/index.ts'
import { holderBegun } from './begun-as.ts'

/** The files that a transfer shall have, by its owner's plan of now, or by that under which they began to come (R17). */
export async function checkGrown(
  tx: Transaction,
  { ownerId, files, begunAs }: { ownerId: string; files: readonly SizedPath[]; begunAs: string | null },
): Promise<void> {
  const owner = (await lockOwner(tx, ownerId))!
  checkMaySend(owner)
  try {
    checkFileSet(files, planOf(owner), planRole(owner.role))
  } catch (error) {
    if (begunAs === null) throw error
    const sender = holderBegun(begunAs)
    checkFileSet(files, planOf(sender), planRole(sender.role))
  }
}
