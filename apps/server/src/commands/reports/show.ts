import { reportsOf } from '../../features/reports/index.ts'
import { findAnyRequest } from '../../features/requests/index.ts'
import { copiesOf, findTransfer } from '../../features/transfers/index.ts'
import type { Services } from '../../services.ts'
import { type Command, CommandError } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { plainText as plain } from '../plain-text.ts'

type Db = Services['db']

async function transferOf(db: Db, name: string) {
  const transfer = await findTransfer(db, { slug: name })
  if (!transfer) return null
  const { slug, state, senderEmail, fileName, fileCount, totalBytes, sentAt, expiresAt, message } = transfer
  const copies = (await copiesOf(db, transfer.id)).map(({ id: _, ...copy }) => copy)
  const shown = { slug, state, senderEmail, fileName, fileCount, totalBytes, sentAt, expiresAt, message }
  return { shown, copies, reports: await reportsOf(db, { transferId: transfer.id }, false) }
}

async function requestOf(db: Db, name: string) {
  const request = await findAnyRequest(db, name)
  if (!request) return null
  const { slug, state, takenDown, title, message, submissionCount, createdAt, expiresAt } = request
  const shown = { kind: 'request', slug, state, takenDown, title, message, submissionCount, createdAt, expiresAt }
  return { shown, copies: [], reports: await reportsOf(db, { requestId: request.id }, false) }
}

export const showReports: Command = {
  usage: 'SLUG [--json]',
  summary: 'Show a transfer or a file request, everything that was reported of it, and where else its files are.',
  help: ['  --json   one JSON object'],
  options: { json: { type: 'boolean' } },
  operands: 1,
  async run(context, { values, operands: [slug = ''] }) {
    const { db } = (await openInstallation(context)).services
    const found = (await transferOf(db, slug)) ?? (await requestOf(db, slug))
    if (!found) throw new CommandError(`There is no transfer or request ${slug}.`)
    const { shown, copies, reports } = found
    if (values.json) {
      context.out(JSON.stringify({ ...shown, copies, reports }, null, 2))
      return 0
    }
    for (const [name, value] of Object.entries(shown))
      context.out(`${name.padEnd(15)} ${plain(value instanceof Date ? value.toISOString() : String(value ?? ''))}`)
    if (copies.length > 0) context.out('')
    for (const copy of copies)
      context.out(`${copy.sameFiles} of its files also in ${copy.slug}  ${copy.senderEmail}  ${copy.state}`)
    for (const { reason, text, email, reportedAt, outcome } of reports) {
      context.out('')
      context.out([reportedAt.toISOString(), reason, email, outcome ?? 'waits'].filter(Boolean).join('  '))
      if (text) context.out(`  ${plain(text)}`)
    }
    return 0
  },
}
