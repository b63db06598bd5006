import { useEffect, useState } from 'react'

/** The time in milliseconds, brought up to date so often that words like "2 min ago" stay true. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
