/** Signing up and logging in. */
export const account = {
  logInPage: 'Log in · {{product}}',
  logInDescription: 'Log in to send files, make links and see all your transfers.',
  signUpPage: 'Sign up · {{product}}',
  signUpDescription: 'Create a free account: send by email or link, protect with a password, keep all transfers in one place.',

  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  slow: 'No answer yet. We keep trying...',

  needsScript:
    'Logging in and signing up need JavaScript. Allow it in your browser, then load this page again. Downloads work without it.',

  logInTitle: 'Welcome back',
  logInText: 'Log in to your transfers.',
  logInNext: 'Log in, and what you came for goes on.',
  logIn: 'Log in',
  newHere: 'New here?',
  createOne: 'Create a free account',

  forgot: 'Forgot your password?',
  forgotPage: 'Forgot your password · {{product}}',
  forgotText: 'Tell us your email: we send you a link to set a new one.',
  forgotSend: 'Email me a link',
  sentTitle: 'Check your email',
  sentText: 'If we have an account with that email, please click the included link to reset your password.',
  sentHint: 'The mail goes to {{email}}. Its link works once and for an hour.',
  sendAgain: 'Send it again',
  sentAgain: 'Sent again. Only the newest link works.',
  backToLogIn: 'Back to log in',

  signUpTitle: 'Create your account',
  signUpText: 'Free, without a card: send by link, set passwords, and keep all your transfers in one place.',
  signUpPlan: 'Your free week of {{role}} begins with your account. No card is needed, and nothing is paid by itself.',
  passwordHint: 'At least 6 characters',
  /** Both in brackets become links. */
  agreement: 'By continuing you accept the [terms of use] and the [privacy policy].',
  goOn: 'Continue',
  haveOne: 'Have an account already?',
  signIn: 'Sign In',
  close: 'Close',

  codeTitle: 'Check your email',
  codeText: 'We sent a 5-character code to {{email}}.',
  code: '5-character code',
  create: 'Create account',
  back: 'Back',
  resend: 'Send a new code',
  resent: 'A new code is on its way. Only the newest one works.',
}
