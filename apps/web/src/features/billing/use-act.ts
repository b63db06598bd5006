/** One call at a time: whether it is under way, and what came of it. */
import { useRef, useState } from 'react'

export function useAct() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const isAsking = useRef(false)
  async function run(act: () => Promise<void>) {
    if (isAsking.current) return
    isAsking.current = true
    setBusy(true)
    setProblem(null)
    try {
      await act()
    } catch (error) {
      setProblem(error)
    } finally {
      isAsking.current = false
      setBusy(false)
    }
  }
  return { isBusy, problem, setProblem, run }
}
