/** The log-in's refusals and its one act. */
import type { Language } from '@sampan/contract/paths'
import { normalizeEmail } from '@sampan/contract/rules/recipients'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLanguage, languageNow } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/is-problem.ts'
import { rememberLanguage } from '../../lib/language.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import { beginSession } from '../../product/session/session.ts'
import { type FieldName, type WrongFields, wrongForLogIn } from './credentials.ts'

const { load: loadCalls } = lateChunk(() => import('./calls.ts'))
type Refusal = { wrong: WrongFields; problem: unknown }
const none: Refusal = { wrong: {}, problem: null }

export function useLogIn(onSignedIn: () => void) {
  const [refusal, setRefusal] = useState(none)
  const [refusals, setRefusals] = useState(0)
  const [isAsking, setAsking] = useState(false)
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

  /** What the fields are to blame for shakes; a server that is tired or far away does not. */
  function refuse(next: Refusal) {
    setRefusal(next)
    if (next.problem === null || isProblem(next.problem, 'loginFailed')) setRefusals((count) => count + 1)
  }

  async function submit(given: { email: string; password: string }) {
    if (isAsking) return
    const wrong = wrongForLogIn(given)
    if (Object.keys(wrong).length > 0) return refuse({ wrong, problem: null })
    setRefusal(none)
    setAsking(true)
    try {
      const session = await (await loadCalls()).logIn(normalizeEmail(given.email), given.password)
      await follow(session.user.language)
      beginSession(session)
      onSignedIn()
    } catch (problem) {
      refuse({ wrong: {}, problem })
      setAsking(false)
    }
  }

  /** A field is being changed: what was said of it holds no longer. */
  function mend(field: FieldName) {
    const { [field]: _, ...wrong } = refusal.wrong
    setRefusal({ wrong, problem: null })
  }

  return { ...refusal, refusals, isAsking, submit, mend }
}
