/** The keyboard in the tree, and among tiles: one of them at a time takes part in the page's order of tabs, arrows lead to the others. */
import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { moveOf } from './grid-keys.ts'
import type { TreeNode } from './tree.ts'

type Options = {
  rows: readonly TreeNode[]
  open: ReadonlySet<string>
  /** Of tiles, how many stand side by side. */
  columns?: number
  onToggle: (key: string) => void
  onChoose: ((node: TreeNode) => void) | null
}

export function useGridKeys({ rows, open, columns, onToggle, onChoose }: Options) {
  const list = useRef<HTMLDivElement>(null)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  /** The row that gets the focus as soon as it exists. */
  const wanted = useRef<number | null>(null)
  const found = useMemo(() => rows.findIndex(({ key }) => key === activeKey), [rows, activeKey])
  const activeIndex = Math.max(0, found)
  const rowAt = (index: number) => list.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)

  function onKeyDown(event: KeyboardEvent) {
    const isInRow = (event.target as HTMLElement).hasAttribute('data-row')
    if (event.altKey || event.ctrlKey || event.metaKey) return
    // A box, a button or a link in a row has keys of its own.
    if (!isInRow && (event.key === ' ' || event.key === 'Enter')) return
    const move = moveOf(event.key, { rows, index: activeIndex, open, columns: columns ?? null })
    if (!move) return
    event.preventDefault()
    const node = rows[activeIndex]!
    if ('to' in move) {
      wanted.current = move.to
      setActiveKey(rows[move.to]!.key)
    } else if (move.act === 'toggle') onToggle(node.key)
    else if (move.act === 'choose') onChoose?.(node)
    else rowAt(activeIndex)?.querySelector<HTMLElement>('[data-open], a[download]')?.click()
  }

  /** A row that is clicked, or reached by Tab, is where the arrows begin. */
  function onFocus(event: FocusEvent) {
    const index = Number((event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row)
    const node = rows[index]
    if (node && node.key !== activeKey) setActiveKey(node.key)
  }

  function useFocus(scrollTo: (index: number) => unknown) {
    useEffect(() => {
      const index = wanted.current
      if (index === null) return
      scrollTo(index)
      const row = rowAt(index)
      if (!row) return
      wanted.current = null
      row.focus({ preventScroll: true })
    })
  }

  return { list, activeIndex, onKeyDown, onFocus, useFocus }
}
