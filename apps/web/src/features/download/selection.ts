/** Which files are chosen; a folder is chosen by what is in it. */
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { countFiles, totalBytes } from '@sampan/contract/rules/file-set'
import type { FolderNode, Tree, TreeNode } from './tree.ts'

export type Selection = ReadonlySet<string>
export type Mark = 'all' | 'some' | 'none'

export const entriesOf = ({ entries }: Tree, node: TreeNode): PublicFile[] =>
  node.kind === 'file' ? [node.file] : entries.slice(node.start, node.end)

/** Everything chosen becomes nothing, anything less becomes everything. */
export function toggle(selection: Selection, entries: readonly PublicFile[]): Selection {
  const next = new Set(selection)
  const isAll = entries.every(({ fileId }) => next.has(fileId))
  for (const { fileId } of entries) {
    if (isAll) next.delete(fileId)
    else next.add(fileId)
  }
  return next
}

/** How many entries before each place are chosen: a folder's share is then one subtraction, however much is in it. */
export function chosenBefore({ entries }: Tree, selection: Selection): Uint32Array {
  const sums = new Uint32Array(entries.length + 1)
  entries.forEach(({ fileId }, i) => {
    sums[i + 1] = sums[i]! + (selection.has(fileId) ? 1 : 0)
  })
  return sums
}

const markOf = (chosen: number, of: number): Mark => (chosen === 0 ? 'none' : chosen === of ? 'all' : 'some')

export const folderMark = (sums: Uint32Array, { start, end }: FolderNode): Mark => markOf(sums[end]! - sums[start]!, end - start)

export const listMark = (selection: Selection, entries: readonly PublicFile[]): Mark =>
  markOf(entries.filter(({ fileId }) => selection.has(fileId)).length, entries.length)

export type Chosen = {
  entries: PublicFile[]
  fileCount: number
  totalBytes: number
  /** Not all that was asked for: the rest is still on its way. */
  isPart?: boolean
}

export function chosenOf({ entries }: Tree, selection: Selection): Chosen {
  const chosen = entries.filter(({ fileId }) => selection.has(fileId))
  return { entries: chosen, fileCount: countFiles(chosen), totalBytes: totalBytes(chosen) }
}
