/** Brings a new database just so far as a backup's was, so that its rows fit; later migrations then change them as they would have. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../db/migrate.ts'

export async function migrateTo(options: Parameters<typeof migrate>[0], folder: string, latest: number): Promise<void> {
  const partial = mkdtempSync(join(tmpdir(), 'sampan-migrations-'))
  try {
    cpSync(folder, partial, { recursive: true })
    const journalFile = join(partial, 'meta/_journal.json')
    const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: { when: number }[] }
    writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.filter(({ when }) => when <= latest) }))
    await migrate(options, partial)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}
