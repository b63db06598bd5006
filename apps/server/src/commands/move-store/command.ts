import type pg from 'pg'
import { joinReplicas } from '../../db/replicas.ts'
import { noteBegun } from '../../features/admin/index.ts'
import { noteStores, storeLastServed } from '../../features/operation/index.ts'
import { type Command, CommandError, type Context } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { type Amount, moveStore } from './move.ts'

const sizeOf = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`

/** One line for each hundredth. */
function progress({ log }: Context): (done: Amount, all: Amount) => void {
  let told = -1
  return (done, all) => {
    const hundredths = Math.floor((100 * done.bytes) / Math.max(1, all.bytes))
    if (hundredths <= told) return
    told = hundredths
    log(`${done.containers} of ${all.containers} containers, ${sizeOf(done.bytes)} of ${sizeOf(all.bytes)}`)
  }
}

/** As one of the replicas that serve: until the end none starts that would write to the store which is emptied. */
async function joinAsReplica(pool: pg.Pool): Promise<{ stop: AbortSignal; leave: () => void }> {
  const client = await pool.connect()
  const lost = new AbortController()
  const onLost = () =>
    lost.abort(new CommandError('The connection to the database was lost. Call it again: it goes on where it was.'))
  client.once('error', onLost).once('end', onLost)
  await client.query(joinReplicas)
  return { stop: lost.signal, leave: () => client.release(true) }
}

export const moveStoreCommand: Command = {
  usage: '[--json]',
  summary: 'Move all files from STORE_FROM to STORE while the service runs.',
  help: [
    '  --json           one JSON object',
    '',
    'First start Sampan with STORE and STORE_FROM: from then on what is new goes to STORE, and what is in neither place yet is read in both.',
    'Each file is copied, read back, and only then taken away. Killed in the middle, call it again: it goes on.',
    'Once it says that all have moved, start Sampan without STORE_FROM.',
    'Exit codes: 0 all have moved, 1 some could not be, 2 not done.',
  ],
  options: { json: { type: 'boolean' } },
  async run(context, { values }) {
    const { store, storeFrom } = context.config
    if (!storeFrom) throw new CommandError('Set STORE_FROM to the store that is to be emptied, and STORE to the other.')
    const { services, pool } = await openInstallation(context)
    const { stop, leave } = await joinAsReplica(pool)
    context.atEnd(async () => leave())
    if ((await storeLastServed(services.db)) !== store)
      throw new CommandError(
        `Start Sampan with STORE=${store} and STORE_FROM=${storeFrom} first: it would go on writing to ${storeFrom}.`,
      )
    await noteBegun(services, { act: 'storeMoved', about: storeFrom, detail: store })
    const { moved, unmoved } = await moveStore(services, services.storage.move!, {
      tell: progress(context),
      waits: () => context.log('A backup is running: nothing is taken away until it has ended.'),
      stop,
    })
    await noteStores(services)
    for (const { container, why } of unmoved) context.log(`${container} stays where it is: ${why}`)
    const said = `${moved.containers} containers of ${moved.bytes} bytes have moved from ${storeFrom} to ${store}`
    if (values.json) context.out(JSON.stringify({ moved, unmoved }, null, 2))
    else if (unmoved.length > 0)
      context.out(`${said}, ${unmoved.length} could not be: see sampan fsck --deep, then call it again.`)
    else context.out(`${said}. All have moved: set STORE=${store} alone, without STORE_FROM, and start Sampan again.`)
    return unmoved.length > 0 ? 1 : 0
  },
}
