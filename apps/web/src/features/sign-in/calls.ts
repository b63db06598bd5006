/** The calls of signing up and logging in; apart, so that no page loads the client and the schemas before they are needed. */
import { codeLifeSeconds } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import { combinedAuth, newsignupverify, type Session, signup2 } from '@sampan/contract/routes/accounts'
import { api } from '../../lib/api.ts'
import { arrivalOf } from './arrival.ts'
import type { SignUpCalls } from './create-account.ts'

/** The code that waits in a mailbox: stepping back and going on again asks for no other one while it lives. */
let waiting: { email: string; until: number } | null = null

async function askAgain(email: string, language: Language): Promise<boolean> {
  const { verified } = await api.call(newsignupverify, { body: { email, language } })
  waiting = verified ? null : { email, until: Date.now() + codeLifeSeconds * 1000 }
  return verified
}

const isWaiting = (email: string): boolean => waiting?.email === email && waiting.until > Date.now()

export const signUpCalls = (language: Language): SignUpCalls => ({
  ask: async (email) => (isWaiting(email) ? false : askAgain(email, language)),
  askAgain: (email) => askAgain(email, language),
  async prove(email, code) {
    await api.call(newsignupverify, { body: { email, verifyComplete: code, language } })
    waiting = null
  },
  create: (email, password) => api.call(signup2, { body: { email, password, lang: language, ...arrivalOf() } }),
})

export const logIn = (email: string, password: string): Promise<Session> => api.call(combinedAuth, { body: { email, password } })
