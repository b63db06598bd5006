/** In which stores files may lie, as the database knows it: a start or a command that would not find them all is refused. */
import { storesOf, storeWords } from '../../config/store-settings.ts'
import { readMark, writeMark } from '../../db/installation.ts'
import type { Services } from '../../services.ts'

/** Nobody has written it where files have never moved. */
const storesMark = 'stores'

type Deps = Pick<Services, 'db' | 'config' | 'storage'>

/** Without one of them its files would look lost, and be marked so. */
export async function requireKnownStores({ db, config, storage: { move } }: Deps): Promise<void> {
  const known = String((await readMark(db, storesMark)) ?? '').split(' ')
  const set = storesOf(config)
  const [lacking] = known.filter((name) => name !== '' && !set.some((each) => each === name))
  if (lacking !== undefined)
    throw new Error(
      known.length > 1
        ? `Files are on their way from one store to another, and STORE=${config.store} alone does not find them all: set STORE_FROM=${lacking} too, until sampan move-store says that all have moved.`
        : `The files have moved to the store ${lacking}: set STORE=${lacking}. To move them to ${config.store}, set STORE=${config.store} and STORE_FROM=${lacking}.`,
    )
  const { storeFrom } = config
  if (!move || !storeFrom || !known.includes(storeFrom) || (await move.from.readOwner()) !== null) return
  const { place, isIt } = storeWords(config, storeFrom)
  throw new Error(`Files that have not moved yet lie in ${place}, and nothing of them is there: ${isIt}`)
}

/** From now on something may lie in either, or all of it lies in the one. */
export async function noteStores({ db, config, storage: { move } }: Deps): Promise<void> {
  if (!move && !(await readMark(db, storesMark))) return
  const isLeft = async () => {
    if (move) for await (const _ of move.from.inventory.list()) return true
    return false
  }
  const names = (await isLeft()) ? storesOf(config) : [config.store]
  await writeMark(db, storesMark, Buffer.from(names.join(' ')))
}
