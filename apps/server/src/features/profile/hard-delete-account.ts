/** The end of an account whose time to change one's mind is over: everything goes, bytes included. Stopped anywhere, it goes on next time. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { hardDeleteMarginSeconds } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { endAllSessions, lockUser, rootsOf, type UserRow, usersToHardDelete } from '../accounts/index.ts'
import { endBilling } from '../billing/index.ts'
import { deleteRequestsOfOwner } from '../requests/index.ts'
import { leaveTeam, tellPeople } from '../teams/index.ts'
import { hardDeleteOwned } from '../transfers/index.ts'
import { releaseOwned } from '../uploads/index.ts'
import { accountGoneJob } from './job-names.ts'
import { exportFile } from './make-export.ts'
import { findExport } from './queries-export.ts'
import * as hardDeleteQueries from './queries-hard-delete.ts'

const perPage = 20

export async function hardDeleteAccounts(services: Services): Promise<void> {
  let failure: unknown
  for await (const id of usersWhoseTimeIsOver(services))
    await hardDeleteAccount(services, id).catch((error) => {
      // One that cannot be ended keeps no other: the job fails, after it has done what it could.
      services.log.error({ err: error, userId: id }, 'an account could not be deleted')
      failure = error
    })
  if (failure) throw failure
}

/** A process whose clock is behind may still let one keep it: it goes when that is over for all. */
const dueBefore = ({ clock }: Pick<Services, 'clock'>): Date => addSeconds(clock(), -hardDeleteMarginSeconds)

/** All that are due, page by page: those that cannot be ended do not hide those behind them. */
async function* usersWhoseTimeIsOver(services: Services): AsyncGenerator<string> {
  for (let afterId: string | null = null; ; ) {
    const page: { id: string }[] = await usersToHardDelete(services.db, dueBefore(services), afterId, perPage)
    for (const { id } of page) yield id
    if (page.length < perPage) return
    afterId = page.at(-1)!.id
  }
}

async function hardDeleteAccount(services: Services, userId: string): Promise<void> {
  const { db, config } = services
  const user = await inTransaction(db, async (tx) => {
    const locked = await lockUser(tx, userId)
    if (!isDue(services, locked)) return undefined
    await endAllSessions(tx, userId)
    return locked
  })
  if (!user) return
  // While the account still says whose it is: what cannot be ended now is ended the next time.
  for (const ownerId of await rootsOf(db, user)) {
    await endBilling(services, ownerId)
    await hardDeleteOwned(services, ownerId)
    await deleteRequestsOfOwner(db, ownerId)
    await releaseOwned(services, ownerId)
  }
  const copy = await findExport(db, { userId })
  if (copy) await rm(exportFile({ config }, copy.id), { force: true })
  await inTransaction(db, async (tx) => {
    const last = await lockUser(tx, userId)
    // Its date may have been moved meanwhile.
    if (!last || !isDue(services, last)) return
    await leaveTeam(tx, services, last)
    for (const root of await rootsOf(tx, last)) await tellPeople(tx, root, 'ended')
    await hardDeleteQueries.deleteAccountRows(tx, last)
    const { email, language } = last
    await addJob(tx, accountGoneJob, { mailId: randomUUID(), email, language })
  })
}

const isDue = (services: Services, user: UserRow | undefined): boolean => !!user?.deleteAt && user.deleteAt <= dueBefore(services)
