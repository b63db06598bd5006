import { useEffect, useState } from 'react'
import type { Recording } from './record.ts'

/** Seconds of a running recording; ends it when it is as long as may be. */
export function useClock(recording: Recording | null, maxSeconds: number, onFull: () => void): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!recording) return
    const timer = setInterval(() => {
      const now = recording.lengthMs() / 1000
      setSeconds(now)
      if (now >= maxSeconds) {
        clearInterval(timer)
        onFull()
      }
    }, 200)
    return () => {
      clearInterval(timer)
      setSeconds(0)
    }
  }, [recording, maxSeconds])
  return Math.min(seconds, maxSeconds)
}
