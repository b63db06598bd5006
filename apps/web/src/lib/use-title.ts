import { useLayoutEffect } from 'react'

/** The browser tab's title; the one before comes back when the screen goes. */
export function useTitle(title: string | null) {
  useLayoutEffect(() => {
    if (title === null) return
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}
