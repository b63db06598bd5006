import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { openStorage } from '../../services.ts'
import { type Command, CommandError, type Context } from '../command.ts'
import { openDatabase } from '../installation.ts'
import { type Manifest, readManifest } from './layout.ts'
import { checkKeys, hasMasterKeys, requireEmpty, requireKnown, restoreBackup, restoreKeys, verifyBackup } from './restore.ts'

const summary = ({ createdAt, tables, containers }: Manifest): string =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows and ${containers.count} containers of ${containers.bytes} bytes, as of ${createdAt}`

async function restoreInto(context: Context, folder: string, manifest: Manifest): Promise<void> {
  const { config, migrationsFolder } = context
  requireEmpty(config)
  requireKnown(manifest, migrationsFolder)
  if (manifest.keys.length) await restoreKeys(folder, manifest, config.keysDir)
  if (hasMasterKeys(config.keysDir)) await checkKeys(folder, manifest, config.keysDir)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const { pool, options } = await openDatabase(context, { mayCreate: true })
  const storage = await openStorage(config)
  context.atEnd(() => storage.close())
  for await (const _ of storage.inventory.list())
    throw new CommandError('The store holds files already. Nothing is restored beside them: empty it, or set another.')
  await restoreBackup(folder, manifest, { config, storage, pool, options, migrationsFolder, now: context.clock() })
}

export const restore: Command = {
  usage: 'FOLDER [--check] [--json]',
  summary: 'Put a backup into an empty DATA_DIR and an empty database.',
  help: [
    '  --check        restore nothing: read the whole backup and compare it with what was written',
    '  --json         one JSON object',
    '',
    'Keys that are not in the backup are to be put into KEYS_DIR, before or after; the server does not start without them.',
    'Exit codes: 0 done, 2 not done.',
  ],
  options: { check: { type: 'boolean' }, json: { type: 'boolean' } },
  operands: 1,
  async run(context, { values, operands }) {
    const folder = resolve(context.cwd, operands[0]!)
    const manifest = await readManifest(folder)
    if (values.check) await verifyBackup(folder, manifest)
    else await restoreInto(context, folder, manifest)
    if (!values.check && !hasMasterKeys(context.config.keysDir))
      context.log(`NO KEYS ARE THERE YET: put those of that time into ${context.config.keysDir} before you start Sampan.`)
    const { createdAt, missing } = manifest
    if (values.json) context.out(JSON.stringify({ folder, createdAt, isRestored: !values.check, missing }, null, 2))
    else context.out(`${values.check ? 'Whole' : 'Restored'}: ${summary(manifest)}`)
    return 0
  },
}
