/** The store of bytes and the database belong together, and both keep one id: a start or a command that finds them apart is refused. */
import { randomUUID } from 'node:crypto'
import { storeWords } from '../../config/store-settings.ts'
import { inTransaction } from '../../db/connect.ts'
import { isAnyServing } from '../../db/replicas.ts'
import type { Services } from '../../services.ts'
import { someContainers } from '../content/index.ts'
import { keepInstallationId, readInstallationId } from './installation-id.ts'
import { noteStores, requireKnownStores } from './known-stores.ts'

type Store = Pick<Services, 'db' | 'storage' | 'config'>

async function holdsBytes({ storage }: Pick<Services, 'storage'>): Promise<boolean> {
  for await (const _ of storage.inventory.list()) return true
  return false
}

/** What the database counts on is there where some of it is; also where it counts on nothing. */
async function holdsKnown({ db, storage }: Store): Promise<boolean> {
  const names = await someContainers(db)
  for (const name of names) if (await storage.inventory.find(name)) return true
  return names.length === 0
}

/** For one that has not the id of the database; `mayBeEmpty` where the operator says that its files are lost. */
async function refuseOther(deps: Store, owner: string | null, mayBeEmpty = false): Promise<void> {
  const { place, isIt, names, id } = storeWords(deps.config)
  if (owner !== null && (await holdsBytes(deps)))
    throw new Error(
      `The files stored in ${place} are of another installation than the database: set ${names} and DATABASE_URL to the two that belong together. If these do, remove ${id} there, and start again.`,
    )
  if (!mayBeEmpty && !(await holdsKnown(deps)))
    throw new Error(
      `The database knows stored files, but ${place} holds none of them: ${isIt} Set ${names} and DATABASE_URL to the two that belong together, or restore both from your backup. If the files are lost for good, sampan fsck --repair --force marks them as lost; then start again.`,
    )
}

/** A folder that only looks like that of the others would take files that they never see. */
async function refuseUnshared({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  if (!(await inTransaction(db, isAnyServing))) return
  const { place, id } = storeWords(config)
  throw new Error(
    `Another replica serves from this database, but ${place} is not where it keeps the files: ${id} is missing there, or is another. Every replica needs the same store: share its folder, or set STORE=s3.`,
  )
}

const unwritable: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS']

/** Null where it cannot be written now. */
async function writeId({ storage, log }: Pick<Services, 'storage' | 'log'>, id: string): Promise<string | null> {
  try {
    await storage.writeOwner(id)
    return id
  } catch (error) {
    if (!unwritable.includes((error as NodeJS.ErrnoException).code)) throw error
    log.warn({ err: error }, 'the installation id cannot be written beside the stored files; the next start tries again')
    return null
  }
}

/**
 * Once at the start, before anybody is served. Where only one of them has an id, as of an earlier version, the other takes it.
 * Answers with the id that lies in the store now, null where none could be written.
 */
export async function bindStore(deps: Store & Pick<Services, 'log'>): Promise<string | null> {
  await requireKnownStores(deps)
  await refuseUnboundTarget(deps)
  const owner = await deps.storage.readOwner()
  const id = await keepInstallationId(deps.db, owner ?? randomUUID())
  if (owner !== id) {
    await refuseOther(deps, owner)
    await refuseUnshared(deps)
  }
  const written = owner === id && !deps.storage.move ? id : await writeId(deps, id)
  if (written !== null) await noteStores(deps)
  return written
}

/** What nobody has written there yet is not written over either. */
async function refuseUnboundTarget({ storage: { move }, config }: Pick<Services, 'storage' | 'config'>): Promise<void> {
  if (!move || (await move.to.readOwner()) !== null) return
  for await (const _ of move.to.inventory.list())
    throw new Error(
      `${storeWords(config).place} holds files, but not the id of this installation: STORE must be empty before files move there.`,
    )
}

/** For a command, which writes no id: that of the store, null where it has none yet. */
export async function checkStore(deps: Store, { mayBeEmpty = false } = {}): Promise<string | null> {
  if (!mayBeEmpty) await requireKnownStores(deps)
  if (deps.storage.move && (await deps.storage.move.to.readOwner()) === null)
    throw new Error(`STORE=${deps.config.store} is new: start Sampan once with it and with STORE_FROM=${deps.config.storeFrom}.`)
  const owner = await deps.storage.readOwner()
  const id = await readInstallationId(deps.db)
  if (owner === null || owner !== (id ?? owner)) await refuseOther(deps, owner, mayBeEmpty)
  return owner
}

/** The operator says that what is not there is lost for good: a store without this id, which holds nothing of another, is the right one from now on. */
export async function claimStore(deps: Store): Promise<void> {
  const { db, storage } = deps
  const owner = await storage.readOwner()
  const id = await keepInstallationId(db, owner ?? randomUUID())
  if (owner !== id) await storage.writeOwner(id)
  await noteStores(deps)
}
