/** Shakes an element at every new refusal; not for those who wish for less motion. */
import { type RefObject, useEffect } from 'react'

export function useShake(element: RefObject<HTMLElement | null>, refusals: number): void {
  useEffect(() => {
    if (refusals === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const steps = [0, -8, 7, -5, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }))
    element.current?.animate(steps, { duration: 380, easing: 'ease-out' })
  }, [element, refusals])
}
