/** What sticks to the bottom of a page, as the card's button does, stands above the dock: it reads how high that is. */
import { type RefObject, useEffect, useRef } from 'react'

const name = '--dock-space'

export function useDockSpace(): RefObject<HTMLDivElement | null> {
  const dock = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const measured = new ResizeObserver(() => style.setProperty(name, `${dock.current?.offsetHeight ?? 0}px`))
    if (dock.current) measured.observe(dock.current)
    return () => {
      measured.disconnect()
      style.removeProperty(name)
    }
  }, [])
  return dock
}
