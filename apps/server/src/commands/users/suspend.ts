import { suspend } from '../../features/admin/index.ts'
import type { Command } from '../command.ts'
import { changeByCommand } from './account.ts'
import { maxReasonChars, reasonIn, reasonOption } from './reason.ts'

export const suspendUser: Command = {
  usage: 'EMAIL --reason TEXT',
  summary: 'Suspend an account: it may sign in, delete and export, but not send; its links are closed.',
  help: [
    `  --reason TEXT   why, as its owner and you read it; at most ${maxReasonChars} characters`,
    '',
    'Uploads that run stop within a minute. Nothing is deleted, nobody is mailed. sampan user restore takes it back.',
  ],
  options: reasonOption,
  operands: 1,
  async run(context, { values, operands }) {
    const reason = reasonIn(values)
    const { user } = await changeByCommand(context, operands[0]!, suspend(reason))
    context.out(`${user.email} is suspended.`)
    return 0
  },
}
