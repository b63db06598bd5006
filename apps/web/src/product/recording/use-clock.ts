import { useEffect, useEffectEvent, useState } from 'react'
import type { Recording } from './record.ts'

/** Seconds of a running recording; tells when it is over without being asked to: as long as may be (`isFull`), or its device is gone. */
export function useClock(recording: Recording | null, maxSeconds: number, onOver: (isFull: boolean) => void): number {
  const [seconds, setSeconds] = useState(0)
  const tellOver = useEffectEvent(onOver)
  useEffect(() => {
    if (!recording) return
    let isOver = false
    function over(isFull: boolean) {
      if (isOver) return
      isOver = true
      tellOver(isFull)
    }
    const timer = setInterval(() => {
      const now = recording.lengthMs() / 1000
      setSeconds(now)
      if (now >= maxSeconds) over(true)
    }, 200)
    void recording.ended.then(() => over(false))
    return () => {
      isOver = true
      clearInterval(timer)
      setSeconds(0)
    }
  }, [recording, maxSeconds])
  return Math.min(seconds, maxSeconds)
}
