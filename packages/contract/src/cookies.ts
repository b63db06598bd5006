import { halfLogInSeconds, signInSeconds } from './limits.ts'

/** Every cookie of the product (reliability, Decisions): HttpOnly, SameSite=Lax; Secure with `__Host-` exactly when PUBLIC_URL is https. */
export const cookies = {
  browser: { name: 'sampan_browser', maxAgeSeconds: 365 * 86_400 },
  refresh: { name: 'sampan_refresh', maxAgeSeconds: 30 * 86_400 },
  signUpTicket: { name: 'sampan_signup', maxAgeSeconds: 15 * 60 },
  /** The password was right in this browser; the code is still to come. */
  halfLogIn: { name: 'sampan_half', maxAgeSeconds: halfLogInSeconds },
  /** What a log-in by a provider began with in this browser, while it is there (A11). */
  signIn: { name: 'sampan_provider', maxAgeSeconds: signInSeconds },
  /** Whom a provider has told of and who has an account already, until they log in to it and connect the two. */
  connecting: { name: 'sampan_connect', maxAgeSeconds: signInSeconds },
  /** A link's password was given in this browser; one for each slug. */
  unlock: (slug: string) => ({ name: `sampan_unlock_${slug}`, maxAgeSeconds: 86_400 }),
  /** A request's password was given in this browser; one for each slug. */
  unlockRequest: (slug: string) => ({ name: `sampan_request_${slug}`, maxAgeSeconds: 86_400 }),
  /** Opens the page of kept mails on the operator's own machine; its path is /outbox, so it has no `__Host-`. */
  outbox: { name: 'sampan_outbox', maxAgeSeconds: 30 * 86_400 },
} as const

/** Of so many links a browser keeps that their password was given: some eighty would be longer than a request's head may be. */
export const unlocksKept = 20

/** The chosen language, the one cookie that the page's own script reads and writes. */
export const languageCookie = { name: 'sampan_lang', maxAgeSeconds: 365 * 86_400 } as const

/** The name as sent, with the prefix that browsers bind to this host. */
export const cookieName = (name: string, isHttps: boolean): string => (isHttps ? `__Host-${name}` : name)
