import { resolve } from 'node:path'
import { version } from '../../../package.json'
import { lastBackupMark, writeMark } from '../../db/installation.ts'
import { noteBegun } from '../../features/admin/index.ts'
import type { Command, Context } from '../command.ts'
import { openInstallation } from '../installation.ts'
import type { Manifest } from './layout.ts'
import { writeBackup } from './write-backup.ts'

function logKeys({ log, config }: Context, { keys }: Manifest): void {
  if (keys.length) log('THE KEYS ARE IN THIS BACKUP: whoever has it can read everything in it.')
  else
    log(
      `THE KEYS ARE NOT IN THIS BACKUP. Without a copy of ${config.keysDir}, kept somewhere else, nobody will ever read these files again.`,
    )
}

export const backup: Command = {
  usage: 'FOLDER [--with-keys] [--json]',
  summary: 'Write rows and bytes of one moment to a new folder, while the server runs.',
  help: [
    '  --with-keys    the keys too; without them the backup is worth nothing, with them it opens itself',
    '  --json         one JSON object',
    '',
    'What is deleted meanwhile keeps its bytes until the backup has ended. Mails in DATA_DIR/outbox are not in it.',
    'Exit codes: 0 done, 1 done but bytes were missing before (call sampan fsck), 2 not done.',
  ],
  options: { 'with-keys': { type: 'boolean' }, json: { type: 'boolean' } },
  operands: 1,
  async run(context, { values, operands }) {
    const folder = resolve(context.cwd, operands[0]!)
    const { services, pool } = await openInstallation(context)
    const withKeys = values['with-keys'] === true
    // Before its moment, so that the backup itself tells of it; whether it holds the keys is for all operators to know.
    const onBegin = () => noteBegun(services, { act: withKeys ? 'keysBackupBegun' : 'backupBegun', about: folder })
    const manifest = await writeBackup(services, pool, { folder, withKeys, version, onBegin })
    await writeMark(services.db, lastBackupMark, Buffer.from(manifest.createdAt))
    logKeys(context, manifest)
    const { containers, tables, missing, createdAt } = manifest
    const rows = tables.reduce((sum, each) => sum + each.rows, 0)
    const result = {
      folder,
      createdAt,
      rows,
      containers: containers.count,
      bytes: containers.bytes,
      missing,
      hasKeys: manifest.keys.length > 0,
    }
    if (values.json) context.out(JSON.stringify(result, null, 2))
    else
      context.out(
        `${rows} rows and ${containers.count} containers of ${containers.bytes} bytes, as of ${createdAt}, in ${folder}`,
      )
    for (const name of values.json ? [] : missing) context.out(`missing already: container ${name}`)
    return missing.length ? 1 : 0
  },
}
