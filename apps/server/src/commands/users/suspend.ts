import { suspendOwner } from '../../features/owners/index.ts'
import type { Command } from '../command.ts'
import { changeAccount } from './account.ts'
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
    const { user } = await changeAccount(context, operands[0]!, (tx, { owner }, now) => suspendOwner(tx, owner.id, reason, now))
    context.out(`${user.email} is suspended.`)
    return 0
  },
}
