/** While recipients are typed: whom one may mean (Q19). Typing never waits for it, and without an answer there is just no list. */
import { type KeyboardEvent, useEffect, useState } from 'react'
import { lateChunk } from '../../lib/load-chunk.ts'

export type Suggestion = { id: string; kind: 'contact' | 'group'; name: string; company: string; emails: string[] }

/** Apart: the first page loads neither the client nor the schemas. */
export const suggestChunk = lateChunk(() => import('./suggest.ts'))

const pauseMs = 150
const none: readonly Suggestion[] = []

/** Of what one knows of the text before, what fits this one. */
function useFound(search: string, isOn: boolean): readonly Suggestion[] {
  const [found, setFound] = useState<{ search: string; list: readonly Suggestion[] }>({ search: '', list: none })
  useEffect(() => {
    if (!isOn || !search) return
    const asking = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { suggest } = await suggestChunk.load()
        const list = await suggest(search, asking.signal)
        if (!asking.signal.aborted) setFound({ search, list })
      } catch {}
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [search, isOn])
  // What was found for the text as it stands; older answers would name people who do not fit.
  return isOn && search && search === found.search ? found.list : none
}

type Asked = { typed: string; chosen: readonly string[]; isOn: boolean; onTake: (suggestion: Suggestion) => void }

export function useSuggestions({ typed, chosen, isOn, onTake }: Asked) {
  const search = typed.trim()
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const [active, setActive] = useState<string | null>(null)
  const found = useFound(search, isOn)
  const have = new Set(chosen)
  const list = found.filter(({ emails }) => emails.some((email) => !have.has(email)))
  const isOpen = list.length > 0 && closedFor !== search
  const at = isOpen ? list.findIndex(({ id }) => id === active) : -1
  const close = () => setClosedFor(search)
  const go = (index: number) => setActive(list.at(index % list.length)?.id ?? null)

  /** True where the key was the list's. */
  function press(event: KeyboardEvent): boolean {
    if (!isOpen) return false
    const { key } = event
    if (key === 'ArrowDown') go(at + 1)
    else if (key === 'ArrowUp') go(at <= 0 ? -1 : at - 1)
    else if (key === 'Escape') close()
    else if (key === 'Enter' && at >= 0) onTake(list[at]!)
    else return false
    event.preventDefault()
    return true
  }
  return { list, isOpen, active: at >= 0 ? list[at]! : null, press, close }
}
