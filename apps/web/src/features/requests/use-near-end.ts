import { useEffect, useRef } from 'react'

/** Acts two screens before the end of a list is reached: the end is where this ref stands. */
export function useNearEnd(isWanted: boolean, act: () => void) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (!end.current || !isWanted) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), { rootMargin: '800px' })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [isWanted])
  return end
}
