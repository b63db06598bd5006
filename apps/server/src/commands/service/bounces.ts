import { readBounces } from '../../features/admin/index.ts'
import type { Command } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { plainText } from '../plain-text.ts'

export const listBounces: Command = {
  usage: '[--json]',
  summary: 'List mails that came back for good, the latest first.',
  help: ['  --json   one JSON array'],
  options: { json: { type: 'boolean' } },
  async run(context, { values }) {
    const { services } = await openInstallation(context)
    const { bounces } = await readBounces(services)
    if (values.json) context.out(JSON.stringify(bounces, null, 2))
    else
      for (const { email, senderEmail, slug, mailedAt, reason } of bounces)
        context.out(
          `${mailedAt === null ? '' : `${new Date(mailedAt).toISOString().slice(0, 16)}Z`}  ${email}  of ${slug} by ${senderEmail}  ${plainText(reason)}`.trim(),
        )
    if (bounces.length === 0) context.log('No mail came back.')
    return 0
  },
}
