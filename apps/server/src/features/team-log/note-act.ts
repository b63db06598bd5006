import type { Asker } from '@sampan/contract/permissions'
import { rolePlan } from '@sampan/contract/plans'
import type { LoggedAct } from '@sampan/contract/rules/team-log'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../accounts/index.ts'
import { holderOf } from '../owners/index.ts'
import { insertEntry } from './queries.ts'

/** What a call knows of who makes it is not asked again. */
type Doer = Pick<Asker, 'userId' | 'ownerId'> & { role?: string; email?: string }

/** `about`: a name or an address. Of guests, and of a plan for one person, nothing is kept: there is nobody to read it. */
export async function noteAct(
  tx: Transaction,
  { ownerId, userId, ...known }: Doer,
  act: LoggedAct,
  about: string,
  at: Date,
): Promise<void> {
  if (!ownerId || !userId || rolePlan(known.role ?? (await holderOf(tx, ownerId)).role).seats === 1) return
  const email = known.email ?? (await findUser(tx, userId))?.email
  if (email) await insertEntry(tx, { ownerId, userId, email, act, about: about.slice(0, 500), at })
}

/** What changes nothing, and takes something along: received files, or a table (`about`: what it is called). */
export const noteTaken = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: SignedIn,
  act: 'downloaded' | 'exported',
  about: string,
): Promise<void> => inTransaction(db, (tx) => noteAct(tx, actor, act, about, clock()))
