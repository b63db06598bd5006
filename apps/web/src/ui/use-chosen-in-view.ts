/** Of a row of tabs that scrolls sideways the chosen one is in sight, also when its part was opened by its address. */
import { type RefObject, useEffect } from 'react'

export function useChosenInView(row: RefObject<HTMLElement | null>, chosen: string): void {
  useEffect(() => {
    const tab = row.current?.querySelector('[aria-current=page], [aria-selected=true]')
    if (!row.current || !tab) return
    const [outer, inner] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    if (inner.left < outer.left || inner.right > outer.right)
      row.current.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2
  }, [row, chosen])
}
