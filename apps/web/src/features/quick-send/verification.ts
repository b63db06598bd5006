/** The calls of the verify step; apart, so that the first page loads neither the client nor the schemas. */
import { codeLifeSeconds } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import { checkVerifyEmail, verifyEmail } from '@sampan/contract/routes/verification'
import { api } from '../../lib/api.ts'
import { isProblem } from '../../lib/is-problem.ts'
import { isCodeAlive, keepWaitingCode, waitingCode } from './waiting-code.ts'

export async function askForCode(email: string, language: Language): Promise<{ verified: boolean }> {
  const { verified } = await api.call(verifyEmail, { body: { email, language } })
  const nowMs = Date.now()
  keepWaitingCode(email, verified ? null : { untilMs: nowMs + codeLifeSeconds * 1000, wrongTries: 0 }, nowMs)
  return { verified }
}

/** For the step's beginning; its "send a new code" always asks. */
export const askUnlessWaiting = async (email: string, language: Language): Promise<{ verified: boolean }> =>
  isCodeAlive(email, Date.now()) ? { verified: false } : askForCode(email, language)

export async function checkCode(email: string, code: string): Promise<void> {
  try {
    await api.call(checkVerifyEmail, { body: { email, verifyId: code } })
    keepWaitingCode(email, null, Date.now())
  } catch (error) {
    const waiting = waitingCode(email)
    if (waiting && isProblem(error, 'codeWrong'))
      keepWaitingCode(email, { ...waiting, wrongTries: waiting.wrongTries + 1 }, Date.now())
    throw error
  }
}
