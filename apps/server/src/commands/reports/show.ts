import { copiesOf, findReportedTransfer, reportsOf } from '../../features/reports/index.ts'
import { type Command, CommandError } from '../command.ts'
import { openInstallation } from '../installation.ts'

/** What others wrote may hold codes that a terminal obeys. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')

export const showReports: Command = {
  usage: 'SLUG [--json]',
  summary: 'Show a transfer, everything that was reported of it, and where else its files are.',
  help: ['  --json   one JSON object'],
  options: { json: { type: 'boolean' } },
  operands: 1,
  async run(context, { values, operands }) {
    const { db } = (await openInstallation(context)).services
    const transfer = await findReportedTransfer(db, operands[0]!)
    if (!transfer) throw new CommandError(`There is no transfer ${operands[0]}.`)
    const reports = await reportsOf(db, transfer.id, false)
    const { slug, state, senderEmail, fileName, fileCount, totalBytes, sentAt, expiresAt, message } = transfer
    const shown = { slug, state, senderEmail, fileName, fileCount, totalBytes, sentAt, expiresAt, message }
    const copies = (await copiesOf(db, transfer.id)).map(({ id: _, ...copy }) => copy)
    if (values.json) {
      context.out(JSON.stringify({ ...shown, copies, reports }, null, 2))
      return 0
    }
    for (const [name, value] of Object.entries(shown))
      context.out(`${name.padEnd(11)} ${plain(value instanceof Date ? value.toISOString() : String(value))}`)
    if (copies.length > 0) context.out('')
    for (const { slug, state, senderEmail, sameFiles } of copies)
      context.out(`${sameFiles} of its files also in ${slug}  ${senderEmail}  ${state}`)
    for (const { reason, text, email, reportedAt, outcome } of reports) {
      context.out('')
      context.out([reportedAt.toISOString(), reason, email, outcome ?? 'waits'].filter(Boolean).join('  '))
      if (text) context.out(`  ${plain(text)}`)
    }
    return 0
  },
}
