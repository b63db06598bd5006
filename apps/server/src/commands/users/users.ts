import { defaultLanguage } from '@sampan/contract/paths'
import { formatBytes } from '@sampan/texts/format'
import { findAccounts } from '../../features/admin/index.ts'
import { type Command, numberOption } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { summaryOf } from './account.ts'

const maxShown = 100

type Summary = ReturnType<typeof summaryOf>

function lineOf({ email, role, status, usedBytes, createdAt }: Summary, width: number): string {
  const day = createdAt.toISOString().slice(0, 10)
  return [email.padEnd(width), role.padEnd(13), status.padEnd(8), formatBytes(usedBytes, defaultLanguage).padStart(9), day].join(
    '  ',
  )
}

export const users: Command = {
  usage: '[SEARCH] [--limit NUMBER] [--json]',
  summary: 'List accounts, newest first.',
  help: [
    '  SEARCH           part of an address, a name or a company',
    `  --limit NUMBER   at most so many (default ${maxShown})`,
    '  --json           one JSON array',
  ],
  options: { limit: { type: 'string' }, json: { type: 'boolean' } },
  operands: [0, 1],
  async run(context, given) {
    const max = Math.floor(numberOption(given, 'limit', maxShown, 1))
    const { services } = await openInstallation(context)
    const rows = (await findAccounts(services.db, given.operands[0], max + 1)).map(summaryOf)
    const shown = rows.slice(0, max)
    const width = Math.max(0, ...shown.map(({ email }) => email.length))
    if (given.values.json) context.out(JSON.stringify(shown, null, 2))
    else for (const row of shown) context.out(lineOf(row, width))
    if (rows.length > max) context.log(`There are more: these are the newest ${max}. Search, or set --limit.`)
    else if (rows.length === 0) context.log(given.operands[0] ? 'There is no such account.' : 'There is no account yet.')
    return 0
  },
}
