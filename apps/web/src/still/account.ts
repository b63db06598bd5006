/** Who may have a session sees the way to the dashboard, in the place of the ways in. */
import { mayHaveSession } from '../product/session/session-mark.ts'

export function showAccount(): void {
  const isSignedIn = mayHaveSession()
  for (const variant of document.querySelectorAll<HTMLElement>('[data-account]'))
    variant.toggleAttribute('data-hidden', (variant.dataset.account === 'session') !== isSignedIn)
}
