/** What can be told of an address and a password before the server is asked (spec §5). */
import type { FieldCode } from '@sampan/contract/errors'
import { passwordMinChars } from '@sampan/contract/limits'
import { isEmail, normalizeEmail } from '@sampan/contract/rules/recipients'

export type FieldName = 'email' | 'password' | 'code'
export type WrongFields = Partial<Record<FieldName, FieldCode>>
type Credentials = { email: string; password: string }

export function wrongEmail(email: string): WrongFields {
  const address = normalizeEmail(email)
  return isEmail(address) ? {} : { email: address ? 'invalidEmail' : 'required' }
}

export const wrongForLogIn = ({ email, password }: Credentials): WrongFields => ({
  ...wrongEmail(email),
  ...(!password && { password: 'required' }),
})

/** Counted as the server counts: in characters as people see them typed. */
export const wrongPassword = (password: string): WrongFields =>
  [...password].length < passwordMinChars ? { password: 'passwordTooShort' } : {}

export const wrongForSignUp = ({ email, password }: Credentials): WrongFields => ({
  ...wrongEmail(email),
  ...wrongPassword(password),
})
