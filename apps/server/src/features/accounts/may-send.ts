/** Whether somebody may send under an owner's root: by how the owner stands, and by the seats of its plan (K1, M1). */
import { Problem } from '@sampan/contract/errors'
import { hasSeatFrom } from '@sampan/contract/rules/teams'
import type { Transaction } from '../../db/connect.ts'
import { checkMaySend, type OwnerRow } from '../owners/index.ts'
import { cameBefore, membershipOf } from './queries-members.ts'

/** The owner's row is held, so that nobody is taken out of the team meanwhile. Of a guest only the owner is asked. */
export async function checkMaySendAs(
  tx: Transaction,
  owner: Pick<OwnerRow, 'id' | 'key' | 'role' | 'status'>,
  userId: string | null,
): Promise<void> {
  checkMaySend(owner)
  if (userId === null || userId === owner.key) return
  const member = await membershipOf(tx, userId)
  if (member?.ownerId !== owner.id) throw new Problem('notInTeam')
  if (member.role === 'owner') return
  if (!hasSeatFrom(owner.role, await cameBefore(tx, member))) throw new Problem('seatPaused')
}
