/** Who a caller can be, as /openapi.json says it: tokens, tickets and cookies. */
import { cookieName, cookies } from '@sampan/contract/cookies'
import type { Route } from '@sampan/contract/routes/route'
import { apiTokenPrefix } from './access-token.ts'

export function securitySchemes(isHttps: boolean): Record<string, object> {
  const cookie = (name: string, description: string) => ({
    type: 'apiKey',
    in: 'cookie',
    name: cookieName(name, isHttps),
    description,
  })
  const bearer = (description: string, format: string) => ({ type: 'http', scheme: 'bearer', bearerFormat: format, description })
  return {
    accessToken: bearer('Access token of a session, from a log-in or /refreshToken; lives 15 minutes', 'JWT'),
    apiToken: bearer('API token of an account, made on its page or by createToken', `${apiTokenPrefix}…`),
    ticket: bearer('SecurityToken of /stsAuth: opens uploads alone, for an hour', 'JWT'),
    refreshToken: bearer('Refresh token of a program that keeps its own (X-Sampan: cli)', 'text'),
    browser: cookie(cookies.browser.name, 'Names a browser, which addresses are verified for; the first answer sets it'),
    refreshCookie: cookie(cookies.refresh.name, 'Refresh token of a browser'),
    signUpTicket: cookie(
      cookies.signUpTicket.name,
      'The right to sign up with a verified address, once; newsignupverify sets it',
    ),
    halfLogIn: cookie(cookies.halfLogIn.name, 'The password of a log-in was right, for ten minutes; combinedAuth sets it'),
    signInTrip: cookie(cookies.signIn.name, 'A log-in by a provider was begun in this browser; GET /sign-in/{provider} sets it'),
    unlock: cookie(cookies.unlock('{slug}').name, 'A link’s password was given in this browser; unlockTransfer sets it'),
    webhookSignature: {
      type: 'apiKey',
      in: 'header',
      name: 'Stripe-Signature',
      description: 'The payment provider’s signature over the body',
    },
  }
}

type Requirement = Record<string, string[]>

const callers: Record<Route['who'], { text: string; security: Requirement[] }> = {
  anyone: { text: 'Anyone may call it.', security: [] },
  browser: {
    text: 'A visitor by the cookie of their browser, or an account.',
    security: [{}, { browser: [] }, { accessToken: [] }, { apiToken: [] }],
  },
  user: { text: 'An account, by an access token or an API token.', security: [{ accessToken: [] }, { apiToken: [] }] },
  sameOrigin: {
    text: 'The service’s own pages by the cookie of their session, or a program by its own refresh token.',
    security: [{ refreshCookie: [] }, { refreshToken: [] }],
  },
  ticket: { text: 'Whoever has a ticket for uploads.', security: [{ ticket: [] }] },
  link: { text: 'Whoever has the link: its slug, its recipient’s token or a `dl`.', security: [] },
  operator: {
    text: 'Whoever runs the service, in a browser and with more than a password; to everybody else it is an unknown address.',
    security: [{ accessToken: [] }],
  },
}

/** OpenAPI 3.1 lets every scheme name what its bearer has to be allowed. */
const withScope = (security: readonly Requirement[], scope: Exclude<Route['scope'], undefined>): Requirement[] =>
  security.map((each) => ('apiToken' in each && scope !== 'any' ? { apiToken: [scope] } : each))

const textOfScope = (scope: Route['scope']): string =>
  scope === 'any' ? ' Every API token may.' : ` An API token needs the scope \`${scope}\`.`

export function callerOf({ who, scope, needsProof, credential }: Route): { text: string; security: Requirement[] } {
  if (credential === 'signUpTicket')
    return { text: 'A visitor who has verified their address in this browser.', security: [{ browser: [], signUpTicket: [] }] }
  if (credential === 'halfLogIn')
    return { text: 'A visitor who has given the right password in this browser.', security: [{ browser: [], halfLogIn: [] }] }
  if (credential === 'signInTrip')
    return { text: 'A visitor who has begun it in this browser.', security: [{ browser: [], signInTrip: [] }] }
  if (credential === 'webhookSignature') return { text: 'The payment provider.', security: [{ webhookSignature: [] }] }
  if (credential === 'logOutToken')
    return { text: 'A provider that people log in by, by a token that it has signed.', security: [] }
  const { text, security } = callers[who]
  if (credential === 'unlock') {
    const ofAccounts = scope ? withScope([{ accessToken: [] }, { apiToken: [] }], scope) : []
    return { text: `${text} With a password, also the cookie of its unlocking.`, security: [{}, { unlock: [] }, ...ofAccounts] }
  }
  const fresh = needsProof ? ' Whoever it is has proven it within the last ten minutes (prove).' : ''
  if (who === 'user' && !scope)
    return { text: `An account, by an access token; an API token may not.${fresh}`, security: [{ accessToken: [] }] }
  if (who !== 'user' && who !== 'browser') return { text: text + fresh, security }
  if (!scope) return { text: `${text} An API token may not.`, security: security.filter((each) => !('apiToken' in each)) }
  return { text: `${text}${textOfScope(scope)}`, security: withScope(security, scope) }
}
