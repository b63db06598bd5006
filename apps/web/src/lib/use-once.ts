import { useRef } from 'react'

/** What is told the first time alone, however often it happens. */
export function useOnce(act: (() => void) | undefined): () => void {
  const isDone = useRef(false)
  return () => {
    if (!isDone.current) act?.()
    isDone.current = true
  }
}
