/** Signing up, pure: address and password, or the address alone for a passkey (A9), then the code. No step and no refusal loses what was typed. */
import { Problem } from '@sampan/contract/errors'
import { codeLength } from '@sampan/contract/limits'
import { normalizeEmail } from '@sampan/contract/rules/recipients'
import { normalizeCode } from '@sampan/contract/rules/verification-code'
import type { WrongFields } from './credentials.ts'

export type SignUpWay = 'password' | 'passkey'

export type SignUp = {
  step: 'details' | 'code'
  email: string
  password: string
  /** What the account is to be entered with. */
  way: SignUpWay
  code: string
  /** What is wrong with the first step's fields. */
  wrong: WrongFields
  /** What the server refused, or that it did not answer. */
  problem: unknown
  /** Of this step: each one shakes anew. */
  refusals: number
  isAsking: boolean
  /** The code was right already: what failed after it is repeated without it. */
  verifiedEmail: string | null
}

export type SignUpAction =
  | { type: 'emailTyped' | 'passwordTyped' | 'codeTyped'; text: string }
  | { type: 'wayChosen'; way: SignUpWay }
  | { type: 'fieldsWrong'; wrong: WrongFields }
  | { type: 'submitted' | 'codeWanted' | 'steppedBack' | 'resending' }
  | { type: 'verified'; email: string }
  | { type: 'refused'; problem: unknown }

/** `code`: what the address brought along; it is tried before another one is mailed. */
export const newSignUp = (email: string, code = ''): SignUp => ({
  step: 'details',
  email,
  password: '',
  way: 'password',
  code: normalizeCode(code).slice(0, codeLength),
  wrong: {},
  problem: null,
  refusals: 0,
  isAsking: false,
  verifiedEmail: null,
})

/** The taken address and the refused password belong to the first step, whichever step asked. */
function refuse(state: SignUp, problem: unknown): SignUp {
  const refused = { ...state, problem, isAsking: false, refusals: state.refusals + 1 }
  if (!(problem instanceof Problem)) return { ...refused, refusals: state.refusals }
  const { email, password } = problem.fields ?? {}
  const wrong: WrongFields = { ...(email && { email }), ...(password && { password }) }
  if (email || password) return { ...refused, step: 'details', wrong, problem: null }
  if (problem.code === 'emailTaken') return { ...refused, step: 'details' }
  return { ...refused, code: problem.code === 'codeWrong' ? '' : state.code }
}

export function signUpReducer(state: SignUp, action: SignUpAction): SignUp {
  switch (action.type) {
    case 'emailTyped': {
      const { email: _, ...wrong } = state.wrong
      return { ...state, email: action.text, wrong, problem: null }
    }
    case 'passwordTyped': {
      const { password: _, ...wrong } = state.wrong
      return { ...state, password: action.text, wrong, problem: null }
    }
    case 'wayChosen':
      return { ...state, way: action.way }
    case 'codeTyped':
      return { ...state, code: normalizeCode(action.text).slice(0, codeLength), problem: null }
    case 'fieldsWrong':
      return { ...state, wrong: action.wrong, problem: null, refusals: state.refusals + 1 }
    case 'submitted':
      return { ...state, email: normalizeEmail(state.email), wrong: {}, problem: null, isAsking: true }
    case 'resending':
      return { ...state, problem: null }
    case 'codeWanted':
      return { ...state, step: 'code', code: '', problem: null, refusals: 0, isAsking: false, verifiedEmail: null }
    case 'verified':
      return { ...state, verifiedEmail: action.email }
    case 'steppedBack':
      return { ...state, step: 'details', code: '', problem: null, refusals: 0, isAsking: false }
    case 'refused':
      return refuse(state, action.problem)
  }
}
