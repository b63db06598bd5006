/** What can be told of an address and a password before the server is asked (spec §5). */
import type { FieldCode } from '@sampan/contract/errors'
import { passwordMinChars } from '@sampan/contract/limits'
import { isEmail, normalizeEmail } from '@sampan/contract/rules/recipients'

export type FieldName = 'email' | 'password'
export type WrongFields = Partial<Record<FieldName, FieldCode>>
type Credentials = { email: string; password: string }

function wrongEmail(email: string): WrongFields {
  const address = normalizeEmail(email)
  return isEmail(address) ? {} : { email: address ? 'invalidEmail' : 'required' }
}

export const wrongForLogIn = ({ email, password }: Credentials): WrongFields => ({
  ...wrongEmail(email),
  ...(!password && { password: 'required' }),
})

export const wrongForSignUp = ({ email, password }: Credentials): WrongFields => ({
  ...wrongEmail(email),
  ...(password.length < passwordMinChars && { password: 'passwordTooShort' }),
})
