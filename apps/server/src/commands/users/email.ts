import { email as emailField } from '@sampan/contract/routes/fields'
import * as z from 'zod/mini'
import { restoreToOwner } from '../../features/accounts/index.ts'
import { noteAct } from '../../features/admin/index.ts'
import { claimAddress } from '../../features/transfers/index.ts'
import { type Command, CommandError } from '../command.ts'
import { openInstallation } from '../installation.ts'

function addressIn(word: string): string {
  const { success, data } = z.safeParse(emailField, word)
  if (!success) throw new CommandError(`"${word}" is no e-mail address.`)
  return data
}

const refusals = {
  unknown: (from: string) => `There is no account with the address ${from}.`,
  taken: (_: string, to: string) => `There is another account with the address ${to}.`,
  tooLate: (from: string) => `The account of ${from} is being deleted.`,
}

export const changeUserEmail: Command = {
  usage: 'EMAIL NEW',
  summary: 'Give an account another address, and shut out whoever is in it.',
  help: [
    'For an account that somebody took over. Ends its sessions, API tokens, programs that were allowed and links to set',
    'a password; the password no longer opens it; an end of the account that was asked for is taken back. Its owner then',
    'sets a new password by “Forgot password” with the address NEW. Nobody is mailed.',
    '',
    'EMAIL and NEW may be the same address. Be sure who asks you.',
  ],
  operands: 2,
  async run(context, { operands }) {
    const [from, to] = [operands[0]!.trim().toLowerCase(), addressIn(operands[1]!)]
    const { services } = await openInstallation(context)
    const result = await restoreToOwner({ ...services, claimAddress }, from, to, (tx, userId, now) =>
      noteAct(tx, 'command', { act: 'addressChanged', aboutUserId: userId }, now),
    )
    if (result !== 'done') throw new CommandError(refusals[result](from, to))
    context.out(`The account of ${from} has the address ${to}, and nobody is logged in to it.`)
    context.out('Its owner sets a new password by “Forgot password”.')
    return 0
  },
}
