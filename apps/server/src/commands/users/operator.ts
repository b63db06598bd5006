import { makeOperator } from '../../features/admin/index.ts'
import { type Command, CommandError } from '../command.ts'
import { changeByCommand } from './account.ts'

export const operatorRole: Command = {
  usage: 'EMAIL on|off',
  summary: 'Let an account run the service in a browser at /admin, or no more.',
  help: [
    'The pages open only with a second step or a passkey. Whoever has them sees every address and decides of every account,',
    'but opens nobody’s files and acts as nobody else.',
  ],
  operands: 2,
  async run(context, { operands: [email, word] }) {
    if (word !== 'on' && word !== 'off') throw new CommandError(`Say on or off, not "${word}".`)
    const { user } = await changeByCommand(context, email!, makeOperator(word === 'on'))
    context.out(`${user.email} ${user.isOperator ? 'runs the service: the pages are at /admin.' : 'does not run the service.'}`)
    return 0
  },
}
