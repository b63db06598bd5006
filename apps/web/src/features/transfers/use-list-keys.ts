/** The list by keyboard: arrows go from row to row, Space chooses, Delete asks; Enter is the row's own link. */
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import type { KeyboardEvent } from 'react'
import type { Selection } from './use-selection.ts'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

function focusRow(list: Element, index: number): void {
  list.querySelector<HTMLElement>(`li[data-index="${index}"] a`)?.focus()
}

export function useListKeys(selection: Selection, onDelete: (row: TransferRecord) => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as Element
    const place = target.closest<HTMLElement>('li[data-index]')
    // Keys of a row's menu, which stands elsewhere on the page, are none of the list's.
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return
    const index = Number(place.dataset.index)
    const row = selection.rowAt(index)
    const step = steps[event.key]
    if (step) {
      const next = selection.rowAt(index + step)
      if (event.shiftKey && row && next) selection.add([row, next])
      focusRow(event.currentTarget, index + step)
    } else if (event.key === ' ' && row && target.tagName === 'A') selection.choose(index, row, event.shiftKey)
    else if (event.key === 'Delete' && row) onDelete(row)
    else if (event.key === 'Escape' && selection.rows.length > 0) selection.clear()
    else return
    event.preventDefault()
  }
}
