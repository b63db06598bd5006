/** What an operator does on the pages: what others do as well, by the same functions, and each written down with it. */
import { Problem } from '@sampan/contract/errors'
import type { OperatorAct } from '@sampan/contract/states'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { isRepeated } from '../../http/request-key.ts'
import { dropGivenUp, retryGivenUp } from '../../jobs/given-up.ts'
import type { Services } from '../../services.ts'
import { markHandled } from '../feedback/index.ts'
import type { NoteDecision } from '../reports/index.ts'
import { type AccountChange, changeAccount } from './change-account.ts'
import { type By, noteAct } from './note-act.ts'
import { accountById, readAccount } from './read-accounts.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'config'>

/** Answers the account as it is then. */
export async function changeById(
  services: Needs,
  actor: SignedIn,
  { userId, act, requestKey }: { userId: string; act: OperatorAct; requestKey: string | undefined },
  change: AccountChange,
) {
  const call = { of: `admin ${actor.userId} ${act} ${userId}`, requestKey }
  const isDone = (tx: Transaction, now: Date) => isRepeated(tx, services.config, call, now)
  await changeAccount(services, await accountById(services, userId), actor, change, isDone)
  return readAccount(services, userId)
}

const works = { jobRetried: retryGivenUp, jobDropped: dropGivenUp } as const

/** Null where it was not given up, or is there no more: then nothing is done. */
export const decideJob = (
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  by: By,
  act: keyof typeof works,
  jobId: string,
): Promise<string | null> =>
  inTransaction(db, async (tx) => {
    const kind = await works[act](tx, jobId)
    if (kind) await noteAct(tx, by, { act, about: kind }, clock())
    return kind
  })

/** False where it was so before, or there is no such. */
export const handleFeedback = (
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  by: By,
  id: string,
  isHandled: boolean,
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const isNew = await markHandled(tx, id, isHandled ? clock() : null)
    if (isNew) await noteAct(tx, by, { act: isHandled ? 'feedbackHandled' : 'feedbackReopened', about: id }, clock())
    return isNew
  })

export const noteOf =
  (by: By, act: 'takenDown' | 'putBack' | 'reportsDismissed', slug: string): NoteDecision =>
  (tx, now) =>
    noteAct(tx, by, { act, about: slug }, now)

/** What was decided, of a slug that there is. */
export function requireKnown<T>(decided: T | null): T {
  if (decided === null) throw new Problem('notFound')
  return decided
}
