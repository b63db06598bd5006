/** One account for a command: found by its address, changed in a transaction that settles its role and status. */
import { planRole } from '@sampan/contract/plans'
import { statusHere } from '@sampan/contract/rules/standing'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { settleStanding } from '../../features/billing/index.ts'
import type { Services } from '../../services.ts'
import { CommandError, type Context } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { type Account, findAccount } from './queries.ts'

export async function accountOf({ db }: Pick<Services, 'db'>, email: string): Promise<Account> {
  const account = await findAccount(db, email)
  if (!account) throw new CommandError(`There is no account with the address ${email}.`)
  return account
}

/** What lists and answers tell of an account. */
export const summaryOf = ({ user, owner }: Account) => ({
  email: user.email,
  fullName: user.fullName,
  company: user.company,
  role: planRole(owner.role),
  status: statusHere(owner.status),
  usedBytes: owner.usedBytes,
  createdAt: user.createdAt,
})

/** Changes one of the grounds of an account's role and status; answers it as it is then. */
export async function changeAccount(
  context: Context,
  email: string,
  change: (tx: Transaction, account: Account, now: Date) => Promise<void>,
): Promise<Account> {
  const { services } = await openInstallation(context)
  const account = await accountOf(services, email)
  await inTransaction(services.db, async (tx) => {
    await change(tx, account, services.clock())
    await settleStanding(tx, account.owner.id)
  })
  return accountOf(services, email)
}
