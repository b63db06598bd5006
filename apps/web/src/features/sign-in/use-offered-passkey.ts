import type { Assertion } from '@sampan/contract/routes/passkeys'
import { useEffect, useRef } from 'react'
import { hasPasskeys } from '../../lib/has-passkeys.ts'

type Load = () => Promise<{ offerPasskey: (signal: AbortSignal) => Promise<Assertion | null> }>

/** The browser offers passkeys among the addresses that it knows for the field, as long as nothing else is asked (A9). */
export function useOfferedPasskey(load: Load, isAsking: boolean, onChosen: (passkey: Assertion) => void): void {
  const chosen = useRef(onChosen)
  useEffect(() => {
    chosen.current = onChosen
  })
  useEffect(() => {
    if (isAsking || !hasPasskeys()) return
    const offering = new AbortController()
    load()
      .then((calls) => calls.offerPasskey(offering.signal))
      .then((passkey) => passkey && !offering.signal.aborted && chosen.current(passkey))
      // The button and the password are there all the same, and tell what is wrong.
      .catch(() => {})
    return () => offering.abort()
  }, [load, isAsking])
}
