/**
 * Which file is looked at is part of the page's history: Back closes it and leaves the page where it was, Forward and loading the page again show it
 * once more.
 */
import { useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** null where the page was come to without a file. */
function shownIn(state: unknown): string | null {
  const looked = typeof state === 'object' && state !== null && 'preview' in state ? state.preview : null
  return typeof looked === 'string' ? looked : null
}

export function useShownFile() {
  const navigate = useNavigate()
  const { pathname, search, hash, state, key } = useLocation()
  const shownId = shownIn(state)
  /** The step of the history that is being undone: a second press goes no further back. */
  const closing = useRef('')
  const open = useCallback(
    (fileId: string) =>
      void navigate({ pathname, search, hash }, { state: { ...state, preview: fileId }, preventScrollReset: true }),
    [navigate, pathname, search, hash, state],
  )
  const close = useCallback(() => {
    if (closing.current === key) return
    closing.current = key
    void navigate(-1)
  }, [navigate, key])
  return { shownId, open, close }
}
