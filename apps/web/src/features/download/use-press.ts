import type { TransferView } from '@sampan/contract/routes/downloads'
import { type RefObject, useRef } from 'react'
import type { Begun } from './begun.ts'
import { type Press, tallyOf } from './look-again.ts'

/** What of the limit was used up when a download was pressed last. */
export function usePress(view: TransferView | undefined, { step }: Begun): RefObject<Press> {
  const press = useRef<Press>({ tally: '', at: 0 })
  if (view && step === 'asking') press.current = { tally: tallyOf(view), at: Date.now() }
  return press
}
