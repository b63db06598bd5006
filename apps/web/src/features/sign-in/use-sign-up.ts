/** The sign-up's state and what its buttons do. */
import type { SignedUp } from '@sampan/contract/routes/accounts'
import { useEffect, useReducer } from 'react'
import { useLanguage } from '../../lib/i18n.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import { beginSession } from '../../product/session/session.ts'
import { createAccount, type Wanted } from './create-account.ts'
import { wrongEmail, wrongForSignUp } from './credentials.ts'
import { newSignUp, type SignUp, signUpReducer } from './sign-up.ts'

const { load: loadCalls } = lateChunk(() => import('./calls.ts'))

type Begun = { email: string; code: string }

export function useSignUp({ email, code }: Begun, wanted: Wanted, onSignedUp: (session: SignedUp) => void) {
  const language = useLanguage()
  const [state, dispatch] = useReducer(signUpReducer, newSignUp(email, code))
  // Before they are needed: the line may be down by then.
  useEffect(() => void loadCalls().catch(() => {}), [])

  async function proceed(filled: SignUp) {
    dispatch({ type: 'submitted' })
    try {
      const calls = (await loadCalls()).signUpCalls(language, wanted)
      const session = await createAccount(calls, filled, () => dispatch({ type: 'verified', email: filled.email }))
      if (!session) return dispatch({ type: 'codeWanted' })
      beginSession(session)
      onSignedUp(session)
    } catch (problem) {
      dispatch({ type: 'refused', problem })
    }
  }

  async function submit(way = state.way) {
    if (state.isAsking) return
    dispatch({ type: 'wayChosen', way })
    const wrong = way === 'passkey' ? wrongEmail(state.email) : wrongForSignUp(state)
    if (Object.keys(wrong).length > 0) return dispatch({ type: 'fieldsWrong', wrong })
    await proceed(signUpReducer({ ...state, way }, { type: 'submitted' }))
  }

  /** True when a new code is on its way. */
  async function resend(): Promise<boolean> {
    dispatch({ type: 'resending' })
    try {
      const calls = (await loadCalls()).signUpCalls(language, wanted)
      if (!(await calls.askAgain(state.email))) return true
      dispatch({ type: 'verified', email: state.email })
      await proceed({ ...state, verifiedEmail: state.email })
    } catch (problem) {
      dispatch({ type: 'refused', problem })
    }
    return false
  }

  return { state, dispatch, submit, resend, plan: wanted.plan }
}
export type SigningUp = ReturnType<typeof useSignUp>
