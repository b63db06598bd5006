/** Of the catalogue of errors: what can go wrong on the way to a provider and back (A11). `name` is that of the provider. */
export const signInErrors = {
  signInUnknown: { status: 404, text: 'Nobody logs in here that way. Choose another one.' },
  signInAway: { status: 503, text: '{{name}} does not answer just now. Try again in a moment, or log in another way.' },
  signInFailed: { status: 401, text: 'That is not a name and password of {{name}}.' },
  signInDisabled: { status: 403, text: 'Your account at {{name}} is switched off or locked. Ask whoever looks after it there.' },
  signInExpired: { status: 403, text: 'Your password at {{name}} has to be changed. Set a new one there, then log in again.' },
  signInOver: { status: 403, text: 'That took too long, or was begun elsewhere. Log in anew.' },
  signInDenied: { status: 403, text: '{{name}} has not let you in. Try again, or log in another way.' },
  signInWrong: {
    status: 403,
    text: 'What {{name}} answered cannot be trusted, so nothing was done. Try again; if it happens again, tell whoever runs this service.',
  },
  signInUnproven: {
    status: 403,
    text: '{{name}} does not say that your email address is yours. Confirm the address there, then log in again.',
  },
  signInDomain: {
    status: 403,
    text: 'With the address that you have at {{name}} nobody logs in here. Choose another account there.',
  },
  signInThere: {
    status: 409,
    text: 'There is an account with your address already. Log in to it as you always do, and then connect {{name}}.',
  },
  signInTaken: { status: 409, text: 'Your account at {{name}} is connected to another account here.' },
  signInOther: { status: 403, text: 'That was another account at {{name}} than the one that you log in here with.' },
  signInNotFresh: {
    status: 403,
    text: '{{name}} did not ask you to log in anew. Log out here and log in again, then go on.',
  },
  teamLogInNeeded: { status: 403, text: 'This team wants you to log in with {{name}}.' },
  teamLogInReserved: { status: 403, text: 'From the Business plan on a team says by which provider its people log in.' },
  lastWayIn: {
    status: 409,
    text: 'This is the only way into your account. Set a password or add a passkey first.',
  },
  passwordLogInOff: { status: 403, text: 'Nobody logs in with a password here. Use one of the other ways.' },
} as const
