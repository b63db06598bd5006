import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import { headOfTeam, membersOf, teamNameOf } from '../accounts/index.ts'
import { type TeamEnd, teamNewsJob } from './job-names.ts'

/** In the transaction of what becomes of a team with its owner's account: its people read of it (A5, M1). Of an account without a team nothing. */
export async function tellPeople(tx: Transaction, ownerId: string, kind: TeamEnd): Promise<void> {
  const head = await headOfTeam(tx, ownerId)
  if (!head) return
  const about = kind === 'ended' ? teamNameOf(head) : head.fullName || head.email
  for (const { userId: to } of await membersOf(tx, ownerId))
    await addJob(tx, teamNewsJob, { kind, to, ownerId, about, mailId: randomUUID() })
}
