/** Signing up and logging in. */
export const account = {
  logIn: 'Log in',
}
