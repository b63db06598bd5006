/** One press at a time, and what is said of it at the head of the page. */
import { useState } from 'react'

export type Said = { text: string; problem: unknown }

export function useAct(say: (said: Said) => void) {
  const [isBusy, setBusy] = useState(false)
  /** True where it was done. */
  async function run(act: () => Promise<unknown>, done: string): Promise<boolean> {
    setBusy(true)
    say({ text: '', problem: null })
    try {
      await act()
      say({ text: done, problem: null })
      return true
    } catch (problem) {
      say({ text: '', problem })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}
