/** The calls of the verify step; apart, so that the first page loads neither the client nor the schemas. */
import type { Language } from '@sampan/contract/paths'
import { checkVerifyEmail, verifyEmail } from '@sampan/contract/routes/verification'
import { api } from '../../../product/session/api.ts'
import { isCodeAlive, sendCodes } from '../form/waiting-code.ts'

/** Who waits beside the field is told soon that no answer comes, and presses again. */
const retries = 1

export const askForCode = (email: string, language: Language): Promise<{ verified: boolean }> =>
  sendCodes.askForCode(email, () => api.call(verifyEmail, { body: { email, language }, retries }))

/** For the step's beginning; its "send a new code" always asks. */
export const askUnlessWaiting = async (email: string, language: Language): Promise<{ verified: boolean }> =>
  isCodeAlive(email, Date.now()) ? { verified: false } : askForCode(email, language)

export const checkCode = (email: string, code: string): Promise<void> =>
  sendCodes.checkCode(email, () => api.call(checkVerifyEmail, { body: { email, verifyId: code }, retries }))
