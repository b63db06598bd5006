import { listReported } from '../../features/reports/index.ts'
import { type Command, numberOption } from '../command.ts'
import { openInstallation } from '../installation.ts'

export const listReports: Command = {
  usage: '[--all] [--limit N] [--json]',
  summary: 'List the transfers and file requests that were reported and wait for a decision.',
  help: [
    '  --all       also those that were decided',
    '  --limit N   at most so many, the latest first (100)',
    '  --json      one JSON array',
  ],
  options: { all: { type: 'boolean' }, limit: { type: 'string' }, json: { type: 'boolean' } },
  async run(context, given) {
    const { db } = (await openInstallation(context)).services
    const { all, json } = given.values
    const rows = await listReported(db, all !== true, numberOption(given, 'limit', 100, 1))
    if (json) context.out(JSON.stringify(rows, null, 2))
    else
      for (const { kind, slug, state, senderEmail, reports, reasons, latestAt } of rows)
        context.out(
          `${slug}  ${latestAt.toISOString().slice(0, 16)}Z  ${reports}x ${reasons.join(', ')}  ${senderEmail}  ${kind === 'request' ? 'request ' : ''}${state}`,
        )
    if (rows.length === 0) context.log('No report waits.')
    return 0
  },
}
