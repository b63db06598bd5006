import { migrate } from '../db/migrate.ts'
import { appliedMigrations } from '../db/schema-version.ts'
import type { Command } from './command.ts'
import { openDatabase } from './installation.ts'

export const migrateCommand: Command = {
  usage: '',
  summary: 'Bring the database up to date, as a start of the server does.',
  async run(context) {
    const { options, pool } = await openDatabase(context)
    const before = (await appliedMigrations(pool)).length
    await migrate(options, context.migrationsFolder)
    const applied = (await appliedMigrations(pool)).length - before
    context.out(applied ? `Applied ${applied} migration${applied === 1 ? '' : 's'}.` : 'The database is up to date.')
    return 0
  },
}
