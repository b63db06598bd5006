/** What a sending needs of its page, whichever is shown: the line as soon as it is back, a screen that stays awake, a warning before it is left. */
import { askBeforeLeaving, silence } from '../../../lib/unsaved.ts'
import { keepAwake } from '../../../product/sending/progress-wake-lock.ts'
import { type Sending, sendingState } from './sending-state.ts'

let page: AbortController | null = null
let letSleep: (() => void) | null = null

const warn = (event: BeforeUnloadEvent) => event.preventDefault()
const reconnect = () => sendingState().sending?.upload?.reconnect()

function listen(): AbortController {
  const begun = new AbortController()
  const { signal } = begun
  addEventListener('online', reconnect, { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && reconnect(), { signal })
  return begun
}

/** Told of every change of the one that runs, or has failed; null once nothing is sent, and nothing waits for it. */
export function careFor(sending: Sending | null): void {
  if (sending && !page) {
    page = listen()
    askBeforeLeaving(warn)
  }
  if (!sending) {
    page?.abort()
    page = null
    silence(warn)
  }
  const isMeantToMove = sending !== null && sending.failure === null && sending.snapshot.phase !== 'paused'
  if (isMeantToMove) letSleep ??= keepAwake()
  else {
    letSleep?.()
    letSleep = null
  }
}
