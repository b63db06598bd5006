import { type Dispatch, useEffect } from 'react'
import { chunks } from '../card/chunks.ts'
import type { Form, FormAction } from '../form/form.ts'

/** Asked for once for each transfer, and not before it is known what an earlier visit has left; without an answer it begins as for everybody. */
export function useOwnSettings({ account, step, isLooking, ownMessage }: Form, dispatch: Dispatch<FormAction>): void {
  const id = account?._id
  const isWanted = id !== undefined && step === 'form' && !isLooking && ownMessage === null
  useEffect(() => {
    if (!isWanted) return
    const reading = new AbortController()
    async function read() {
      const { readTransferSettings } = await chunks.ownSettings.load()
      const settings = await readTransferSettings(reading.signal)
      if (!reading.signal.aborted) dispatch({ type: 'settingsKnown', settings })
    }
    read().catch(() => {})
    return () => reading.abort()
  }, [isWanted, dispatch])
}
