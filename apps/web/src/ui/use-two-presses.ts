/** Two presses: what took time is not thrown away by one. */
import { useState } from 'react'

/** `isAsked` after the first one, until the button loses the focus. */
export function useTwoPresses(onSure: () => void) {
  const [isAsked, setAsked] = useState(false)
  function onClick(): void {
    setAsked(!isAsked)
    if (isAsked) onSure()
  }
  return { isAsked, presses: { onClick, onBlur: () => setAsked(false) } }
}
