import type { Command, Context } from '../command.ts'
import { openInstallation, refuseForeignAccount } from '../installation.ts'
import { type KeyStatus, keyStatus, type Rotation, rotateKeys as rotate } from './rotate.ts'

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

function statusLine({ key, rows, isHere, isNewest }: KeyStatus): string {
  const what = `master-${key}.key  ${rows} key${rows === 1 ? '' : 's'} wrapped`
  if (!isHere) return `${what}, but the file is missing: restore it from your backup`
  if (isNewest) return `${what}, wraps new ones`
  if (rows > 0) return `${what}, still needed: call sampan rotate-keys`
  return `${what}: may be deleted, once no backup from before its rotation will be restored`
}

function reportRotation({ out }: Context, { newest, isNew, rewrapped, unopened }: Rotation): void {
  out(isNew ? `Made master-${newest}.key: back it up now, apart from the data.` : `Went on with master-${newest}.key.`)
  out(`${rewrapped} keys wrapped anew; no stored byte was touched.`)
  if (unopened.length)
    out(`${unopened.length} keys could not be opened by any master key here: ${unopened.slice(0, 20).join(', ')}`)
}

export const rotateKeys: Command = {
  usage: '[--status] [--json]',
  summary: 'Make a new master key and wrap the key of every blob anew under it.',
  help: [
    '  --status       change nothing: tell how many keys each master key wraps',
    '  --json         one JSON object',
    '',
    'Killed in the middle, call it again: it goes on. May run beside the server, which takes up the new key by itself.',
    'Exit codes: 0 done, 1 some keys could not be opened or need a missing master key, 2 not done.',
  ],
  options: { status: { type: 'boolean' }, json: { type: 'boolean' } },
  async run(context, { values }) {
    const { services } = await openInstallation(context)
    refuseForeignAccount(services.config.keysDir)
    const rotation = values.status ? null : await rotate(services, pause)
    const status = await keyStatus(services)
    if (values.json) context.out(JSON.stringify({ rotation, status }, null, 2))
    else {
      if (rotation) reportRotation(context, rotation)
      for (const each of status) context.out(statusLine(each))
    }
    return rotation?.unopened.length || status.some(({ isHere, rows }) => rows > 0 && !isHere) ? 1 : 0
  },
}
