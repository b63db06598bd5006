import { readBounces } from '../../features/admin/index.ts'
import { type Command, numberOption } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { plainText } from '../plain-text.ts'

export const listBounces: Command = {
  usage: '[--limit N] [--json]',
  summary: 'List mails that came back for good, the latest first.',
  help: ['  --limit N   at most so many (100)', '  --json      one JSON array'],
  options: { limit: { type: 'string' }, json: { type: 'boolean' } },
  async run(context, given) {
    const { values } = given
    const max = Math.floor(numberOption(given, 'limit', 100, 1))
    const { services } = await openInstallation(context)
    const { bounces, hasMore } = await readBounces(services, undefined, max)
    if (values.json) context.out(JSON.stringify(bounces, null, 2))
    else
      for (const { email, senderEmail, slug, mailedAt, reason } of bounces)
        context.out(
          `${mailedAt === null ? '' : `${new Date(mailedAt).toISOString().slice(0, 16)}Z`}  ${email}  of ${slug} by ${senderEmail}  ${plainText(reason)}`.trim(),
        )
    if (hasMore) context.log(`There are more: these are the latest ${max}. Set --limit.`)
    if (bounces.length === 0) context.log('No mail came back.')
    return 0
  },
}
