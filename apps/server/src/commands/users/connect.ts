import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import { allowConnecting } from '../../features/accounts/index.ts'
import { noteAct } from '../../features/admin/index.ts'
import { type Command, CommandError } from '../command.ts'
import { openInstallation } from '../installation.ts'

const allowedSeconds = 3600

export const connectUser: Command = {
  usage: 'EMAIL',
  summary: 'Let an account be entered by a provider that proves its address.',
  help: [
    'For somebody who has an account and cannot log in to it, as with PASSWORD_LOGIN=off: within the hour, the first log-in',
    'by a provider (OIDC_PROVIDERS, LDAP_PROVIDERS) whose proven address is EMAIL is connected to the account and opens it, once. A second',
    'step is asked for all the same, and the owner is told by mail.',
    '',
    'Be sure that the address is still theirs.',
  ],
  operands: 1,
  async run(context, { operands }) {
    const email = operands[0]!.trim().toLowerCase()
    const { services } = await openInstallation(context)
    if (services.config.signInProviders.length === 0)
      throw new CommandError('There is no provider: neither OIDC_PROVIDERS nor LDAP_PROVIDERS is set.')
    const isKnown = await inTransaction(services.db, async (tx) => {
      const now = services.clock()
      const userId = await allowConnecting(tx, email, addSeconds(now, allowedSeconds))
      if (userId) await noteAct(tx, 'command', { act: 'connectAllowed', aboutUserId: userId }, now)
      return userId !== undefined
    })
    if (!isKnown) throw new CommandError(`There is no account with the address ${email}.`)
    context.out(`Within the hour, whoever logs in by a provider with the address ${email} is connected to the account.`)
    return 0
  },
}
