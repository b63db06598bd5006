/** One account for a command: found by its address, changed in a transaction that settles its role and status. */
import { planRole } from '@sampan/contract/plans'
import { statusHere } from '@sampan/contract/rules/standing'
import { type Account, type AccountChange, changeAccount, findAccount } from '../../features/admin/index.ts'
import type { Services } from '../../services.ts'
import { CommandError, type Context } from '../command.ts'
import { openInstallation } from '../installation.ts'

export async function accountOf({ db }: Pick<Services, 'db'>, email: string): Promise<Account> {
  const account = await findAccount(db, { email })
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

/** Changes an account, and writes down what was done; answers it as it is then. */
export async function changeByCommand(context: Context, email: string, change: AccountChange): Promise<Account> {
  const { services } = await openInstallation(context)
  await changeAccount(services, await accountOf(services, email), 'command', change)
  return accountOf(services, email)
}
