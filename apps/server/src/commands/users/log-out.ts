import { logOutEverywhere } from '../../features/admin/index.ts'
import type { Command } from '../command.ts'
import { changeByCommand } from './account.ts'

export const logUserOut: Command = {
  usage: 'EMAIL',
  summary: 'Log an account out everywhere: browsers, programs and API tokens.',
  operands: 1,
  async run(context, { operands }) {
    const { user } = await changeByCommand(context, operands[0]!, logOutEverywhere)
    context.out(`${user.email} is logged in nowhere.`)
    return 0
  },
}
