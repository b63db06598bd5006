/** The calls of the verify step; apart, so that the first page loads neither the client nor the schemas. */
import { codeLifeSeconds, codeMaxTries } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import { checkVerifyEmail, verifyEmail } from '@sampan/contract/routes/verification'
import { api } from '../../lib/api.ts'
import { isProblem } from '../../lib/is-problem.ts'

/** The code that waits in a mailbox: stepping back and sending again asks for no other one while it lives. */
let waiting: { email: string; until: number; wrongTries: number } | null = null

export async function askForCode(email: string, language: Language): Promise<{ verified: boolean }> {
  const { verified } = await api.call(verifyEmail, { body: { email, language } })
  waiting = verified ? null : { email, until: Date.now() + codeLifeSeconds * 1000, wrongTries: 0 }
  return { verified }
}

/** Counted here only: what the server answers to a wrong code tells nobody how many tries are left. */
export const isCodeSpent = (): boolean => waiting !== null && waiting.wrongTries >= codeMaxTries

/** For the step's beginning; its "send a new code" always asks. */
export const askUnlessWaiting = async (email: string, language: Language): Promise<{ verified: boolean }> =>
  waiting?.email === email && waiting.until > Date.now() && !isCodeSpent() ? { verified: false } : askForCode(email, language)

export async function checkCode(email: string, code: string): Promise<void> {
  try {
    await api.call(checkVerifyEmail, { body: { email, verifyId: code } })
    waiting = null
  } catch (error) {
    if (waiting && isProblem(error, 'codeWrong')) waiting.wrongTries++
    throw error
  }
}
