/** What can be wrong with one field, by name in `fields` of a reply. */
export const fieldCodes = {
  required: 'Please fill this in.',
  invalid: 'This is not valid.',
  invalidEmail: 'This is not an email address.',
  tooShort: 'This is too short.',
  tooLong: 'This is too long.',
  tooSmall: 'This is too small.',
  tooLarge: 'This is too large.',
  passwordTooShort: 'Password has to be at least 6 characters',
  passwordTooCommon: 'Too many people use this password. Choose another one.',
  passwordSame: 'This is your password already. Choose another one.',
} as const
export type FieldCode = keyof typeof fieldCodes
