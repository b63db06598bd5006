import { handleFeedback } from '../../features/admin/index.ts'
import { type Command, CommandError } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { isId } from './show.ts'

export const markFeedback: Command = {
  usage: 'ID [--open]',
  summary: 'Mark one piece of feedback as handled.',
  help: ['  ID       as sampan feedback lists it', '  --open   it is open again'],
  options: { open: { type: 'boolean' } },
  operands: 1,
  async run(context, { values, operands: [id = ''] }) {
    const { services } = await openInstallation(context)
    const isHandled = values.open !== true
    const isNew = isId(id) && (await handleFeedback(services, 'command', id, isHandled))
    if (!isNew) throw new CommandError(`There is no feedback ${id} that is ${isHandled ? 'open' : 'handled'}.`)
    context.out(`${id} is ${isHandled ? 'handled' : 'open'}.`)
    return 0
  },
}
