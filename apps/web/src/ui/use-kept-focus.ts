/** Where what has the focus goes, or can be pressed no more, the focus stays near it: it never falls to the page. */
import { type RefObject, useEffect } from 'react'

const takesFocus = 'input:not([type=hidden]):not([hidden]), button:not([name=folder]), textarea, a[href], [tabindex]'

/** An element and which child of its parent it was. */
type Place = { at: HTMLElement; index: number }

function placesOf(target: EventTarget | null, frame: HTMLElement): Place[] {
  const path: Place[] = []
  for (let at = target instanceof HTMLElement ? target : null; at && frame.contains(at); at = at.parentElement)
    path.push({ at, index: [...(at.parentElement?.children ?? [])].indexOf(at) })
  return path
}

/** What stands where the lost one stood, else after it, else before it. */
function nearestIn(place: HTMLElement, index: number): HTMLElement | null {
  const children = [...place.children]
  for (const child of [...children.slice(index), ...children.slice(0, index).reverse()]) {
    const found = child.matches(takesFocus) ? child : child.querySelector(takesFocus)
    if (found instanceof HTMLElement) return found
  }
  return null
}

export function useKeptFocus(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current
    if (!element) return
    /** What had the focus last, and all around it up to the frame; nothing once somebody has left it. */
    let path: Place[] = []
    const restore = () => {
      if (path.length === 0 || document.activeElement !== document.body) return
      const level = path.findIndex(({ at }) => at.isConnected)
      const place = path[level]?.at
      const near = level <= 0 ? place : place && nearestIn(place, path[level - 1]?.index ?? 0)
      near?.focus({ preventScroll: true })
    }
    const page = new AbortController()
    const { signal } = page
    const remember = ({ target }: Event) => {
      path = placesOf(target, element)
    }
    document.addEventListener('focusin', remember, { signal })
    // A press beside everything takes the focus away on purpose.
    document.addEventListener('pointerdown', () => (path = []), { signal, capture: true })
    // After the effects of what has changed: what takes the focus by itself comes first.
    const observer = new MutationObserver(() => requestAnimationFrame(restore))
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      page.abort()
      observer.disconnect()
    }
  }, [frame])
}
