import { useEffect, useState } from 'react'

const slowAfterMs = 4000

/** True once something takes so long that a word about it is due: calls are repeated for half a minute. */
export function useSlow(isAsking: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isAsking) return
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isAsking])
  return isSlow
}
