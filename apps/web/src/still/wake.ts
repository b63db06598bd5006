/**
 * A page that everybody may read wakes when somebody is at it: until the first sign of a person it stays what was built, and the script
 * of the app, which is there by then, does not take the phone's time. The page has put the start of the app into `sampanStart`.
 */
import { awakeEvent } from '../lib/awake.ts'
import { keepArrival } from '../product/transfers/arrival.ts'
import { followTheme } from './theme.ts'

type Start = () => Promise<unknown>

const signs = [
  'pointerover',
  'pointermove',
  'pointerdown',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
  'dragenter',
  'input',
  'change',
]
/** What the browser does nothing with by itself, or nothing that would be kept. */
const controls = 'button, label, input[type=radio], input[type=checkbox]'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !['file', 'radio', 'checkbox'].includes(target.type))

/** As if by hand: React compares with what the element was set to last, and looks past what is set behind its back. */
function typeAgain(field: Field, value: string): void {
  if (!field.isConnected) return
  if (!(field instanceof HTMLSelectElement)) field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/** What an earlier visit has left (a session, a draft), what the address asks for and a window over the page are seen without a touch. */
function hasMoreToShow(): boolean {
  if (location.search || location.hash || document.querySelector('[data-window]')) return true
  try {
    return localStorage.length > 0
  } catch {
    return false
  }
}

export function sleep(start: Start): void {
  const [asleep, quiet] = [new AbortController(), new AbortController()]
  let pressed: HTMLElement | null = null
  const typed = new Map<Field, string>()
  let isWaking = false
  const wake = () => {
    quiet.abort()
    if (isWaking) return
    isWaking = true
    // The line may be back by the next press.
    start().catch(() => {
      isWaking = false
    })
  }
  followTheme(asleep.signal)
  for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true, signal: quiet.signal })
  addEventListener('online', () => quiet.signal.aborted && wake(), { signal: asleep.signal })
  addEventListener(
    'click',
    (event) => {
      const control = event.target instanceof Element ? event.target.closest<HTMLElement>(controls) : null
      if (!control) return
      event.preventDefault()
      event.stopImmediatePropagation()
      pressed = control
      wake()
    },
    { capture: true, signal: asleep.signal },
  )
  // The app begins with empty fields, and takes what is typed from then on.
  const keep = ({ target }: Event) => {
    if (isField(target)) typed.set(target, target.value)
  }
  for (const type of ['input', 'change']) addEventListener(type, keep, { capture: true, signal: asleep.signal })
  // The browser would leave the page for the file.
  for (const type of ['dragover', 'drop']) addEventListener(type, (event) => event.preventDefault(), { signal: asleep.signal })
  addEventListener(
    awakeEvent,
    () => {
      quiet.abort()
      asleep.abort()
      for (const [field, value] of typed) typeAgain(field, value)
      if (pressed?.isConnected) pressed.click()
    },
    { once: true },
  )
  if (hasMoreToShow()) wake()
  keepArrival()
}

const { sampanStart } = globalThis as { sampanStart?: Start }
if (sampanStart) sleep(sampanStart)
