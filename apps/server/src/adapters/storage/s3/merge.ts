/** Copies small neighbouring extents together to one large object, in the store itself where they are large enough for that; nothing waits for it. */
import type { ByteBudget } from './byte-budget.ts'
import { demand } from './client.ts'
import { type Bucket, classify, type Extent, type Extents, removeKeys } from './extents.ts'
import { minPartBytes, putInParts, putObject, sliceBytes } from './put-object.ts'
import { readObject } from './read-extents.ts'

export const largestBytes = 1024 * 1024 * 1024
const fewExtents = 8

/**
 * Neighbours that are worth one object: as many as fit into the largest, and with `isEnd`, when no more are expected, what is left.
 * Not where most of it would be copied once more for the sake of little.
 */
export function groupsToMerge(extents: readonly Extent[], isEnd: boolean): Extent[][] {
  const groups: { members: Extent[]; isFull: boolean }[] = []
  for (const extent of extents) {
    const group = groups.at(-1)
    const isNext = group?.members.at(-1)?.to === extent.from
    if (isNext && extent.to - group!.members[0]!.from <= largestBytes) group!.members.push(extent)
    else {
      if (isNext) group!.isFull = true
      groups.push({ members: [extent], isFull: false })
    }
  }
  return groups.flatMap(({ members, isFull }) => ((isFull || isEnd) && isWorth(members) ? [members] : []))
}

function isWorth(members: readonly Extent[]): boolean {
  const largest = Math.max(...members.map(({ from, to }) => to - from))
  return members.length > fewExtents || (members.length > 1 && 2 * largest <= members.at(-1)!.to - members[0]!.from)
}

export type Merging = Bucket & { budget: ByteBudget; clock: () => Date; newKey: (from: number) => string; isGone: () => boolean }

/** Changes `found` as it changes the store: readers find their bytes at any moment in what it names, or list once more. */
export async function mergeExtents(store: Merging, found: Extents, isEnd: boolean): Promise<void> {
  for (const group of groupsToMerge(found.extents, isEnd)) {
    const [from, to] = [group[0]!.from, group.at(-1)!.to]
    const merged = { key: store.newKey(from), from, to, changedAt: store.clock() }
    await copyTogether(store, group, merged)
    if (store.isGone()) return removeKeys(store, [merged.key])
    if (!(await isStored(store, merged))) throw new Error(`${merged.key} was copied together and is not there`)
    const replaced = new Set(group)
    const others = found.extents.filter((each) => !replaced.has(each)) // one may have been released meanwhile
    found.extents = classify([...others, merged]).extents
    await removeKeys(
      store,
      group.map(({ key }) => key),
    )
  }
  await removeSpare(store, found)
}

async function copyTogether(store: Merging, group: readonly Extent[], { key, from, to }: Extent): Promise<void> {
  await store.budget.run(Math.min(sliceBytes, to - from), async (buffer) => {
    let filled = 0
    const take = async (extent: Extent, full: () => Promise<void>) => {
      for (let at = extent.from; at < extent.to; ) {
        const into = buffer.subarray(filled, Math.min(buffer.length, filled + extent.to - at))
        if (!(await readObject(store, extent.key, at - extent.from, into))) throw new Error(`${extent.key} is not there any more`)
        at += into.length
        filled += into.length
        if (filled === buffer.length) await full()
      }
    }
    if (buffer.length === to - from) {
      for (const extent of group) await take(extent, async () => {})
      return putObject(store, key, buffer)
    }
    await putInParts(store, key, async ({ add, copy }) => {
      const flush = async () => {
        if (filled > 0) await add(buffer.subarray(0, filled))
        filled = 0
      }
      for (const extent of group) {
        if (store.isGone()) throw new Error('deleted meanwhile')
        if (filled >= minPartBytes) await flush()
        if (filled === 0 && extent.to - extent.from >= minPartBytes) await copy(extent.key)
        else await take(extent, flush)
      }
      await flush()
    })
  })
}

/** What is removed for its sake is gone for good: a list may lag behind, the object itself does not. */
async function isStored({ s3, bucket }: Bucket, { key, from, to }: Extent): Promise<boolean> {
  return (await demand(s3.headObject({ Bucket: bucket, Key: key }))).ContentLength === to - from
}

async function removeSpare(store: Bucket, found: Extents): Promise<void> {
  for (const extent of found.extents) {
    const within = found.spare.filter(({ from, to }) => extent.from <= from && to <= extent.to)
    if (within.length === 0 || !(await isStored(store, extent))) continue
    await removeKeys(
      store,
      within.map(({ key }) => key),
    )
    found.spare = found.spare.filter((each) => !within.includes(each))
  }
}
