import { isPlanShared, type PaidRole, paidRoles } from '@sampan/contract/plans'
import { giveRole } from '../../features/admin/index.ts'
import { type Command, CommandError } from '../command.ts'
import { changeByCommand, summaryOf } from './account.ts'

function roleIn(word: string): PaidRole | null {
  const role = word.toLowerCase()
  if (role === 'none') return null
  const found = paidRoles.find((each) => each === role)
  if (!found)
    throw new CommandError(`"${word}" is no role that can be given. Roles: ${paidRoles.join(', ')}; none takes it back.`)
  return found
}

export const setRole: Command = {
  usage: 'EMAIL ROLE|none',
  summary: 'Give an account a role for good, or take it back.',
  help: [
    `  ROLE   one of ${paidRoles.join(', ')}`,
    '  none   back to what its subscription and licence codes give',
    '',
    'A subscription or licence codes that give more go on giving more.',
  ],
  operands: 2,
  async run(context, { operands: [email, word] }) {
    const givenRole = roleIn(word!)
    const account = await changeByCommand(context, email!, giveRole(givenRole))
    const { role, status } = summaryOf(account)
    context.out(`${account.user.email} is ${role}, ${status}.`)
    if (isPlanShared()) context.log(`Everybody is ${role} while BILLING=off; what was given holds once plans are sold.`)
    return 0
  },
}
