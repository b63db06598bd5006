import { feedbacksOf } from '../../features/feedback/index.ts'
import { type Command, CommandError } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { plainText } from '../plain-text.ts'

export const isId = (word: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word)

export const showFeedback: Command = {
  usage: 'ID [--json]',
  summary: 'Show one piece of feedback whole, with who said it and where.',
  help: ['  ID       as sampan feedback lists it', '  --json   one JSON object'],
  options: { json: { type: 'boolean' } },
  operands: 1,
  async run(context, { values, operands: [id = ''] }) {
    const { db } = (await openInstallation(context)).services
    const [said] = isId(id) ? await feedbacksOf(db, { id }, 1) : []
    if (!said) throw new CommandError(`There is no feedback ${id}.`)
    if (values.json) {
      context.out(JSON.stringify(said, null, 2))
      return 0
    }
    const { message, ...about } = said
    for (const [name, value] of Object.entries(about))
      context.out(`${name.padEnd(10)} ${plainText(value instanceof Date ? value.toISOString() : (value ?? ''))}`)
    for (const line of ['', ...message.trim().split(/\r?\n/)]) context.out(plainText(line))
    return 0
  },
}
