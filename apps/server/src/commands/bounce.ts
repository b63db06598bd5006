/** One delivery-status mail on the standard input, as mail servers hand one to a program. */
import { receiveBounce } from '../features/bounces/index.ts'
import { type Command, CommandError } from './command.ts'
import { openInstallation } from './installation.ts'

const maxBytes = 1_000_000

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of process.stdin) {
    length += chunk.length
    if (length > maxBytes) throw new CommandError(`The mail is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export const bounce: Command = {
  usage: 'ADDRESS < MAIL',
  summary: 'Read a delivery-status mail that came back to ADDRESS, for aliases of a mail server.',
  help: ['Exits with 0 also for mails that tell nothing: a mail server must not send those back in turn.'],
  operands: 1,
  async run(context, { operands }) {
    if (!context.config.bounceAddress) throw new CommandError('Set BOUNCE_ADDRESS as for the server.')
    const bytes = await readInput()
    const { services } = await openInstallation(context)
    context.out(await receiveBounce(services, operands[0]!, bytes))
    return 0
  },
}
