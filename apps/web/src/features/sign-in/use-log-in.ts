/** The log-in's refusals and its one act. */
import type { ErrorCode } from '@sampan/contract/errors'
import type { Language } from '@sampan/contract/paths'
import type { Session } from '@sampan/contract/routes/accounts'
import type { Assertion } from '@sampan/contract/routes/passkeys'
import { normalizeEmail } from '@sampan/contract/rules/recipients'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLanguage, languageNow } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/is-problem.ts'
import { rememberLanguage } from '../../lib/language.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import { beginSession } from '../../product/session/session.ts'
import { type FieldName, type WrongFields, wrongForLogIn } from './credentials.ts'
import { useOfferedPasskey } from './use-offered-passkey.ts'

const { load: loadCalls } = lateChunk(() => import('./calls.ts'))
const codeChunk = lateChunk(() => import('./log-in-code.tsx'))
/** The screen of the second step, once it is here. */
export const codeScreen = () => codeChunk.peek()?.LogInCode
type Refusal = { wrong: WrongFields; problem: unknown }
const shaking: readonly ErrorCode[] = ['loginFailed', 'secondFactorWrong']
const none: Refusal = { wrong: {}, problem: null }

export type LoggingIn = ReturnType<typeof useLogIn>

/** `refused`: what a log-in by a provider came to; `startsWithCode`: or that it was right, and a code is wanted. */
export function useLogIn(onSignedIn: () => void, refused: unknown, startsWithCode: boolean) {
  const [refusal, setRefusal] = useState(none)
  /** What the address tells is true until something is tried here. */
  const [hasTried, setTried] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const [step, setStep] = useState<'password' | 'code'>('password')
  const { i18n } = useTranslation()
  /** Whatever this browser has chosen, for whoever used it before: from here on it is the account's page. */
  async function follow(language: Language) {
    if (language === languageNow()) return
    rememberLanguage(language)
    // What does not come keeps nobody out.
    await changeLanguage(i18n, language).catch(() => {})
  }
  // Before they are needed: the line may be down by then.
  useEffect(() => void loadCalls().catch(() => {}), [])
  useEffect(() => {
    if (startsWithCode)
      codeChunk.load().then(
        () => setStep('code'),
        (problem) => setRefusal({ wrong: {}, problem }),
      )
  }, [startsWithCode])

  /** What the fields are to blame for shakes; a server that is tired or far away does not. */
  function refuse(next: Refusal) {
    setRefusal(next)
    if (next.problem === null || shaking.some((code) => isProblem(next.problem, code))) setRefusals((count) => count + 1)
  }

  /** Nothing has happened where the call comes to null. */
  async function enter(call: (calls: Awaited<ReturnType<typeof loadCalls>>) => Promise<Session | null>) {
    if (isAsking) return
    setRefusal(none)
    setTried(true)
    setAsking(true)
    try {
      const session = await call(await loadCalls())
      if (!session) return setAsking(false)
      await follow(session.user.language)
      beginSession(session)
      onSignedIn()
    } catch (problem) {
      await turn(problem).catch((late) => refuse({ wrong: {}, problem: late }))
      setAsking(false)
    }
  }

  /** To the step that is next now. */
  async function turn(problem: unknown) {
    if (isProblem(problem, 'secondFactorNeeded')) {
      await codeChunk.load()
      return setStep('code')
    }
    if (isProblem(problem, 'halfLogInOver')) setStep('password')
    refuse({ wrong: {}, problem })
  }

  async function submit(given: { email: string; password: string }) {
    const wrong = wrongForLogIn(given)
    if (Object.keys(wrong).length > 0) return refuse({ wrong, problem: null })
    await enter((calls) => calls.logIn(normalizeEmail(given.email), given.password))
  }
  const submitCode = ({ code, remember }: { code: string; remember: boolean }) =>
    enter((calls) => calls.logInCode(code, remember))

  const submitPasskey = (given?: Assertion) =>
    enter(async (calls) => {
      const passkey = given ?? (await calls.askPasskey())
      return passkey && calls.logInPasskey(passkey)
    })
  useOfferedPasskey(loadCalls, isAsking || step !== 'password', submitPasskey)

  function stepBack() {
    setRefusal(none)
    setStep('password')
  }

  /** A field is being changed: what was said of it holds no longer. */
  function mend(field: FieldName) {
    const { [field]: _, ...wrong } = refusal.wrong
    setRefusal({ wrong, problem: null })
  }

  const problem = hasTried ? refusal.problem : (refusal.problem ?? refused)
  return { ...refusal, problem, refusals, isAsking, step, submit, submitCode, submitPasskey, refuse, mend, stepBack }
}
