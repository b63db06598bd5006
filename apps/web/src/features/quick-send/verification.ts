/** The calls of the verify step; apart, so that the first page loads neither the client nor the schemas. */
import type { Language } from '@sampan/contract/paths'
import { checkVerifyEmail, verifyEmail } from '@sampan/contract/routes/verification'
import { api } from '../../lib/api.ts'

export const askForCode = (email: string, language: Language) => api.call(verifyEmail, { body: { email, language } })

export const checkCode = (email: string, code: string) => api.call(checkVerifyEmail, { body: { email, verifyId: code } })
