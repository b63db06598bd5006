/** The calls of the verify step; apart, so that the first page loads neither the client nor the schemas. */
import { codeLifeSeconds } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import { checkVerifyEmail, verifyEmail } from '@sampan/contract/routes/verification'
import { api } from '../../lib/api.ts'

/** The code that waits in a mailbox: stepping back and sending again asks for no other one while it lives. */
let waiting: { email: string; until: number } | null = null

export async function askForCode(email: string, language: Language): Promise<{ verified: boolean }> {
  const { verified } = await api.call(verifyEmail, { body: { email, language } })
  waiting = verified ? null : { email, until: Date.now() + codeLifeSeconds * 1000 }
  return { verified }
}

/** For the step's beginning; its "send a new code" always asks. */
export const askUnlessWaiting = async (email: string, language: Language): Promise<{ verified: boolean }> =>
  waiting?.email === email && waiting.until > Date.now() ? { verified: false } : askForCode(email, language)

export async function checkCode(email: string, code: string): Promise<void> {
  await api.call(checkVerifyEmail, { body: { email, verifyId: code } })
  waiting = null
}
