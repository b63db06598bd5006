/** Where the keys of a tree lead (the pattern of ARIA's treegrid), or those of tiles side by side: the one to go to, or what to do with the present one. */
import type { TreeNode } from './tree.ts'

type Move = { to: number } | { act: 'toggle' | 'choose' | 'open' } | null
type At = {
  rows: readonly TreeNode[]
  index: number
  open: ReadonlySet<string>
  /** How many tiles stand side by side; null in a tree. */
  columns: number | null
}

export function moveOf(key: string, { rows, index, open, columns }: At): Move {
  const node = rows[index]
  if (!node) return null
  const isFolder = node.kind === 'folder' && node.children.length > 0
  const step = columns ?? 1
  const last = rows.length - 1
  if (columns !== null && key === 'ArrowRight') return { to: Math.min(last, index + 1) }
  if (columns !== null && key === 'ArrowLeft') return { to: Math.max(0, index - 1) }
  switch (key) {
    case 'ArrowDown':
      return { to: index + step <= last ? index + step : columns === null ? last : index }
    case 'ArrowUp':
      return { to: index >= step ? index - step : columns === null ? 0 : index }
    case 'Home':
      return { to: 0 }
    case 'End':
      return { to: last }
    case 'ArrowRight':
      if (!isFolder) return null
      return open.has(node.key) ? { to: index + 1 } : { act: 'toggle' }
    case 'ArrowLeft':
      if (isFolder && open.has(node.key)) return { act: 'toggle' }
      return parentOf(rows, index)
    case 'Enter':
      return { act: isFolder ? 'toggle' : 'open' }
    case ' ':
      return { act: 'choose' }
    default:
      return null
  }
}

function parentOf(rows: readonly TreeNode[], index: number): Move {
  const { depth } = rows[index]!
  const parent = rows.slice(0, index).findLastIndex((each) => each.depth < depth)
  return parent >= 0 ? { to: parent } : null
}
