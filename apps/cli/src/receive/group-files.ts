/** Which files come as one zip: thousands of small ones would take a round trip of the line each. */
import type { PublicFile } from '@sampan/contract/routes/downloads'

const MiB = 1024 * 1024
/** Larger ones fill the line by themselves, and go on in the middle after a crash. */
const smallBytes = MiB
const groupBytes = 4 * MiB
/** So many that a group's two requests pay. */
const fewest = 8
/** What one selection takes. */
const maxFiles = 10_000

export type Grouped = { groups: PublicFile[][]; alone: PublicFile[] }

function inGroups(files: readonly PublicFile[], maxBytes: number): PublicFile[][] {
  const groups: PublicFile[][] = []
  let [group, bytes] = [[] as PublicFile[], 0]
  for (const file of files) {
    const isFull = bytes + file.size > maxBytes || group.length === maxFiles
    if (groups.length === 0 || isFull) {
      group = []
      groups.push(group)
      bytes = 0
    }
    group.push(file)
    bytes += file.size
  }
  return groups
}

/**
 * `isLimited`: a link that its sender allows so many downloads of. A file and a zip count as one each, so all of it comes as one. Else
 * each group has fewer counted than its files would. `isRest`: of a zip that has begun, whose last file is still a part of it.
 */
export function grouped(files: readonly PublicFile[], isLimited: boolean, isRest = false): Grouped {
  const together = isLimited ? [...files] : files.filter(({ size }) => size < smallBytes)
  const min = isRest ? 1 : isLimited ? 2 : fewest
  const all = inGroups(together, isLimited ? Number.POSITIVE_INFINITY : groupBytes)
  const groups = all.filter(({ length }) => length >= min)
  const taken = new Set(groups.flat())
  return { groups, alone: files.filter((file) => !taken.has(file)) }
}
