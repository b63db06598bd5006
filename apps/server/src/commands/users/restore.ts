import { restore } from '../../features/admin/index.ts'
import type { Command } from '../command.ts'
import { changeByCommand, summaryOf } from './account.ts'
import { maxReasonChars, reasonIn, reasonOption } from './reason.ts'

export const restoreUser: Command = {
  usage: 'EMAIL --reason TEXT',
  summary: 'End an account’s suspension; its links open again.',
  help: [`  --reason TEXT   why, as sampan user show tells it to you later; at most ${maxReasonChars} characters`],
  options: reasonOption,
  operands: 1,
  async run(context, { values, operands }) {
    const reason = reasonIn(values)
    const account = await changeByCommand(context, operands[0]!, restore(reason))
    const { email, role, status } = summaryOf(account)
    context.out(`${email} is not suspended: ${role}, ${status}.`)
    return 0
  },
}
