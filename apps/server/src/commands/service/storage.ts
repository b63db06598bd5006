import { defaultLanguage } from '@sampan/contract/paths'
import { formatBytes } from '@sampan/texts/format'
import { readStorage } from '../../features/admin/index.ts'
import type { Command } from '../command.ts'
import { openInstallation } from '../installation.ts'

const bytes = (value: number): string => formatBytes(value, defaultLanguage)

export const showStorage: Command = {
  usage: '[--json]',
  summary: 'Show what is stored in all, what is free, and who stores the most.',
  help: ['  --json   one JSON object'],
  options: { json: { type: 'boolean' } },
  async run(context, { values }) {
    const { services } = await openInstallation(context)
    const storage = await readStorage(services)
    if (values.json) {
      context.out(JSON.stringify(storage, null, 2))
      return 0
    }
    context.out(`${bytes(storage.usedBytes)} are stored, ${bytes(storage.reservedBytes)} more are announced.`)
    if (storage.freeBytes !== null) context.out(`${bytes(storage.freeBytes)} are free.`)
    for (const { email, role, usedBytes } of storage.biggest)
      context.out(`${bytes(usedBytes).padStart(9)}  ${role.padEnd(13)}  ${email}`)
    return 0
  },
}
