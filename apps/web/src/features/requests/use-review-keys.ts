import { useEffect, useEffectEvent } from 'react'
import { type ReviewAct, reviewActOf } from './review-rules.ts'

/** Who types means letters, and what lies over the page has its own keys. */
const isElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof HTMLElement &&
    target.closest('input, textarea, select, audio, video, [role=dialog], [role=menu]') !== null) ||
  document.querySelector('dialog[open], [role=dialog], [role=menu]') !== null

export function useReviewKeys(onAct: (act: ReviewAct) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, target, isComposing, repeat, defaultPrevented } = event
    if (altKey || ctrlKey || metaKey || isComposing || defaultPrevented || isElsewhere(target)) return
    const act = reviewActOf(key)
    if (!act || (repeat && act !== 'next' && act !== 'previous')) return
    // Letters of the whole dashboard, such as that of a new request, mean nothing meanwhile.
    event.preventDefault()
    event.stopPropagation()
    onAct(act)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
