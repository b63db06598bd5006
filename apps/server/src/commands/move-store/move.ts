/**
 * Empties one store into the other, container by container: copied, read back, and only then taken away. While this runs nothing new comes
 * to the old store. It may be killed anywhere and called again: what is left in the old store is what is still to be done.
 */
import { createHash } from 'node:crypto'
import { type Inventory, isDamage, type Move, type StoredContainer } from '../../adapters/storage/storage.ts'
import { inTransaction } from '../../db/connect.ts'
import { mayDeleteBytes } from '../../db/deletion-lock.ts'
import type { Services } from '../../services.ts'

export type Amount = { containers: number; bytes: number }
/** `unmoved`: those that could not be, and why; they stay where they are. */
export type Moved = { moved: Amount; unmoved: { container: string; why: string }[] }
type Options = { tell: (done: Amount, all: Amount) => void; waits: () => void; stop: AbortSignal }
type Deps = Pick<Services, 'db' | 'wait'>
type Way = { from: Inventory; to: Inventory; waits: () => void; stop: AbortSignal }

const copiesAtOnce = 4
const whileBackedUpMs = 5_000

export async function moveStore(deps: Deps, { from, to }: Move, { tell, waits, stop }: Options): Promise<Moved> {
  const all = await amountOf(from.inventory)
  const done: Moved = { moved: { containers: 0, bytes: 0 }, unmoved: [] }
  const queue = from.inventory.list()
  let isBroken = false
  const work = async () => {
    for (let next = await queue.next(); !next.done && !isBroken; next = await queue.next()) {
      const container = next.value
      stop.throwIfAborted()
      const why = await moveOne(deps, container, { from: from.inventory, to: to.inventory, waits, stop })
      if (why !== null) done.unmoved.push({ container: container.name, why })
      else {
        done.moved.containers++
        done.moved.bytes += container.bytes
        tell(done.moved, all)
      }
    }
  }
  const works = Array.from({ length: copiesAtOnce }, () =>
    work().catch((error) => {
      isBroken = true
      throw error
    }),
  )
  for (const each of await Promise.allSettled(works)) if (each.status === 'rejected') throw each.reason
  return done
}

async function amountOf(inventory: Inventory): Promise<Amount> {
  const amount = { containers: 0, bytes: 0 }
  for await (const { bytes } of inventory.list()) {
    amount.containers++
    amount.bytes += bytes
  }
  return amount
}

/** Null, or why this one cannot be moved. */
async function moveOne(deps: Deps, container: StoredContainer, way: Way): Promise<string | null> {
  const { from, to } = way
  try {
    if (!(await isInPlace(container, from, to))) await copy(container, from, to)
  } catch (error) {
    if (!isOfThisOne(error)) throw error
    // What was deleted meanwhile is gone in both.
    if (await from.find(container.name)) return (error as Error).message
  }
  await takeAway(deps, container, way)
  return null
}

class Unlike extends Error {
  override name = 'Unlike'
}

const isOfThisOne = (error: unknown): boolean =>
  isDamage(error) || error instanceof Unlike || (error as NodeJS.ErrnoException).code === 'EIO'

/**
 * A copy appears whole, and is read back before anything is taken away: one that is longer than what is left here was. Of one as long
 * nobody knows it.
 */
async function isInPlace({ name, bytes }: StoredContainer, from: Inventory, to: Inventory): Promise<boolean> {
  const there = await to.find(name)
  if (!there || there.bytes < bytes) return false
  return there.bytes > bytes || (await digestOf(from, name, bytes)) === (await digestOf(to, name, bytes))
}

async function copy({ name, bytes }: StoredContainer, from: Inventory, to: Inventory): Promise<void> {
  const hash = createHash('sha256')
  const source = async function* () {
    for await (const chunk of from.read(name, bytes)) {
      hash.update(chunk)
      yield chunk
    }
  }
  await to.put(name, source())
  if ((await digestOf(to, name, bytes)) !== hash.digest('hex'))
    throw new Unlike('what was written to the new store was not what it gave back')
}

async function digestOf(inventory: Inventory, name: string, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of inventory.read(name, bytes)) hash.update(chunk)
  return hash.digest('hex')
}

/** Not while a backup copies. Who deletes a blob begins with the old store: what is gone there by now was deleted, and its copy goes too. */
async function takeAway({ db, wait }: Deps, { name }: StoredContainer, { from, to, waits, stop }: Way): Promise<void> {
  const isDone = () =>
    inTransaction(db, async (tx) => {
      if (!(await mayDeleteBytes(tx))) return false
      stop.throwIfAborted()
      if (await from.find(name)) await from.remove(name)
      else await to.remove(name)
      return true
    })
  for (let isGone = await isDone(); !isGone; isGone = await isDone()) {
    waits()
    await wait(whileBackedUpMs)
  }
}
