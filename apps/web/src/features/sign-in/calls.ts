/** The calls of signing up and logging in; apart, so that no page loads the client and the schemas before they are needed. */
import { Problem } from '@sampan/contract/errors'
import type { Language } from '@sampan/contract/paths'
import { combinedAuth, newsignupverify, type Session, type SignedUp, signup2 } from '@sampan/contract/routes/accounts'
import {
  disownSession as disownRoute,
  passTokenCheck,
  resetPasswordLink,
  resetPassword as resetRoute,
} from '@sampan/contract/routes/credentials'
import {
  type Assertion,
  beginPasskeyLogIn,
  beginPasskeySignUp,
  logInPasskey as logInPasskeyRoute,
} from '@sampan/contract/routes/passkeys'
import type { RouteArgs } from '@sampan/contract/routes/route'
import { logInSecondFactor } from '@sampan/contract/routes/second-factor'
import { answerProvider } from '@sampan/contract/routes/sign-in-providers'
import { isProblem } from '../../lib/is-problem.ts'
import { api } from '../../product/session/api.ts'
import * as passkeys from '../../product/session/passkey.ts'
import { waitingCodes } from '../../product/session/waiting-code.ts'
import { arrivalOf, forgetArrival } from '../../product/transfers/arrival.ts'
import type { SignUpCalls, Wanted } from './create-account.ts'

const codes = waitingCodes('sampan.signUpCode')

const askAgain = async (email: string, language: Language, password?: string): Promise<boolean> =>
  (await codes.askForCode(email, () => api.call(newsignupverify, { body: { email, password, language } }))).verified

async function create(given: RouteArgs<typeof signup2>['body']): Promise<SignedUp> {
  const session = await api.call(signup2, { body: { ...given, ...arrivalOf() } })
  forgetArrival()
  return session
}

/** `plan`: the one whose trial begins with the account; null for the free one. `save`: the slug of a transfer that the account is to have. */
export const signUpCalls = (language: Language, { plan, save }: Wanted): SignUpCalls => ({
  ask: async (email, password) => (codes.isCodeAlive(email, Date.now()) ? false : askAgain(email, language, password)),
  askAgain: (email) => askAgain(email, language),
  verify: (email, code) =>
    codes.checkCode(email, () => api.call(newsignupverify, { body: { email, verifyComplete: code, language } })),
  create: (email, password) => create({ email, password, lang: language, ...plan, save }),
  async createByPasskey(email) {
    const passkey = await passkeys.makePasskey(await api.call(beginPasskeySignUp, { body: { email } }))
    // Whoever sits here thought better of it, or looked for too long: the button is there to press again.
    if (!passkey) throw new Problem('passkeyOver')
    return create({ email, passkey, lang: language, ...plan, save })
  },
})

export const logIn = (email: string, password: string): Promise<Session> => api.call(combinedAuth, { body: { email, password } })

/** The second step; the first is in a cookie. */
export const logInCode = (code: string, remember: boolean): Promise<Session> =>
  api.call(logInSecondFactor, { body: { code, remember } })

/** Where the page goes on to. */
export const answerDirectory = async (provider: string, name: string, password: string): Promise<string> =>
  (await api.call(answerProvider, { params: { provider }, body: { name, password } })).to

const question = () => api.call(beginPasskeyLogIn)

/** Null where whoever sits here thinks better of it. */
export const askPasskey = async (): Promise<Assertion | null> => passkeys.askPasskey(await question())
export const offerPasskey = (signal: AbortSignal): Promise<Assertion | null> => passkeys.offerPasskey(question, signal)

export async function logInPasskey(passkey: Assertion): Promise<Session> {
  try {
    return await api.call(logInPasskeyRoute, { body: { passkey } })
  } catch (problem) {
    if (isProblem(problem, 'passkeyUnknown')) passkeys.forgetPasskey(location.hostname, passkey.id)
    throw problem
  }
}

export const askResetLink = (email: string) => api.call(resetPasswordLink, { body: { email } })
export const disownSession = (token: string) => api.call(disownRoute, { body: { token } })
export const checkResetToken = (token: string) => api.call(passTokenCheck, { body: { token } })
export const resetPassword = (token: string, password: string) => api.call(resetRoute, { body: { token, password } })
