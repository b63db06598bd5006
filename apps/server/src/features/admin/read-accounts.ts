import { Problem } from '@sampan/contract/errors'
import { operatorLimits } from '@sampan/contract/limits'
import { planOf, planRole } from '@sampan/contract/plans'
import type { AdminUser, AdminUserRow, adminUsers } from '@sampan/contract/routes/admin-decisions'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import { readLimitsNote } from '@sampan/contract/rules/own-limits'
import { statusHere } from '@sampan/contract/rules/standing'
import type { Services } from '../../services.ts'
import { page } from './page.ts'
import { type Account, aroundAccount, findAccount, findAccounts } from './queries-accounts.ts'
import { limitActsOf } from './queries-log.ts'

type Needs = Pick<Services, 'db' | 'clock'>

export const rowOf = ({ user, owner }: Account): AdminUserRow => ({
  _id: user.id,
  email: user.email,
  fullName: user.fullName,
  company: user.company,
  role: planRole(owner.role),
  status: statusHere(owner.status),
  usedBytes: owner.usedBytes,
  createdAt: user.createdAt.getTime(),
  isOperator: user.isOperator,
})

export async function listAccounts(
  { db }: Needs,
  { search, before }: RouteInput<typeof adminUsers>['query'],
): Promise<RouteAnswer<typeof adminUsers>> {
  const { rows } = operatorLimits
  const { shown, hasMore } = page(await findAccounts(db, search?.trim(), rows + 1, before), rows)
  return { users: shown.map(rowOf), hasMore }
}

/** Throws notFound. */
export async function accountById({ db }: Pick<Needs, 'db'>, id: string): Promise<Account> {
  const account = await findAccount(db, { id })
  if (!account) throw new Problem('notFound')
  return account
}

function limitActOf({ id, at, byUserId, by, detail }: Awaited<ReturnType<typeof limitActsOf>>[number]) {
  const { limits, reason } = readLimitsNote(detail)
  return { _id: id, by, isByCommand: byUserId === null, limits, reason, at: at.getTime() }
}

export async function readAccount({ db, clock }: Needs, id: string): Promise<AdminUser> {
  const account = await accountById({ db }, id)
  const { user, owner } = account
  const { transfers, thisMonthsTransfers, sessions } = await aroundAccount(db, account, clock())
  const { storageBytes, transfersPerMonth } = planOf(owner)
  return {
    ...rowOf(account),
    ...{ transfers, thisMonthsTransfers, sessions, storageBytes, transfersPerMonth },
    loginCount: user.loginCount,
    givenRole: owner.givenRole,
    suspendedAt: owner.revokedAt?.getTime() ?? null,
    deleteAt: user.deleteAt?.getTime() ?? null,
    ownLimits: owner.ownLimits,
    limitActs: (await limitActsOf(db, user.id, operatorLimits.rows)).map(limitActOf),
    standingActs: owner.standingActs.map(({ at, ...act }) => ({ ...act, at: new Date(at).getTime() })),
  }
}
