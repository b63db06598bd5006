/** What an operator is told before the tables of a database that has something in it are changed. */
import { type ConnectionOptions, connect } from '../db/connect.ts'
import { lastBackupMark, readMark } from '../db/installation.ts'
import { requireUsable } from '../db/migrate.ts'
import { appliedMigrations, knownMigrations } from '../db/schema-version.ts'

/** Says nothing of a new database, of one that is refused, nor of one that is up to date. */
export async function tellUpgrade(database: ConnectionOptions, folder: string, say: (text: string) => void): Promise<void> {
  const { db, pool, close } = connect({ ...database, max: 1 }, () => {})
  try {
    await requireUsable(pool)
    const applied = new Set(await appliedMigrations(pool))
    const missing = knownMigrations(folder).filter((when) => !applied.has(when)).length
    if (applied.size === 0 || missing === 0) return
    const mark = await readMark(db, lastBackupMark)
    say(
      `Bringing the database up to date: ${missing} migration${missing === 1 ? '' : 's'}. There is no way back but a backup of the version before; ${
        mark ? `the last one was made at ${mark}` : 'none was ever made here'
      }.`,
    )
  } finally {
    await close()
  }
}
