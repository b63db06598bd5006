/**
 * Providers of OpenID Connect: discovery, authorization code with PKCE, state and nonce, and its back-channel log-out. Times in a token are
 * the provider's, which the library holds against the system's clock; nothing of ours is decided by them but how old a log-in is.
 */
import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { Configuration, IDToken } from 'openid-client'
import { type LeadingProvider, type LogOut, type ProviderPerson, ProviderRefused, type Trip } from './sign-in-providers.ts'

/** Read when somebody first logs in by a provider: most installations have none. */
const library = () => import('openid-client')

/** Somebody waits for the answer before a page that stays white. */
const timeoutSeconds = 5
const scope = 'openid email profile'

/** `claims`: what else is asked of the person, by name. */
export type OpenIdSettings = { issuer: string; clientId: string; clientSecret: string | null; claims: readonly string[] }

/** Everything that went wrong on the way is one of three; what it was stays with it for the log. */
function refusalOf(error: unknown): ProviderRefused {
  if (error instanceof ProviderRefused) return error
  const { name, code, cause } = (error ?? {}) as { name?: unknown; code?: unknown; cause?: unknown }
  // Of the provider's own `error`, which it sends whoever it does not let in back with.
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return new ProviderRefused('denied', { cause: error })
  const isAway =
    name === 'TypeError' ||
    code === 'OAUTH_TIMEOUT' ||
    code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ||
    code === 'OAUTH_RESPONSE_IS_NOT_JSON' ||
    code === 'ERR_JWKS_TIMEOUT'
  const isInside = cause instanceof TypeError && String(cause.message).includes('fetch failed')
  return new ProviderRefused(isAway || isInside ? 'away' : 'wrong', { cause: error })
}

const refusing = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    throw refusalOf(error)
  }
}

async function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<Configuration> {
  const client = await library()
  const method = clientSecret ? client.ClientSecretPost(clientSecret) : client.None()
  const isPlain = issuer.startsWith('http:')
  const found = await client.discovery(new URL(issuer), clientId, undefined, method, {
    timeout: timeoutSeconds,
    // The settings take plain http for a provider on this very machine alone.
    execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
  })
  const takes = found.serverMetadata().token_endpoint_auth_methods_supported
  if (!clientSecret || !takes || takes.includes('client_secret_post')) return found
  const basic = new client.Configuration(found.serverMetadata(), clientId, undefined, client.ClientSecretBasic(clientSecret))
  basic.timeout = timeoutSeconds
  client.enableNonRepudiationChecks(basic)
  if (isPlain) client.allowInsecureRequests(basic)
  return basic
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function personOf(token: IDToken, claims: Readonly<Record<string, unknown>>): ProviderPerson {
  const { iss: issuer, sub: subject, iat, auth_time: shownAt, sid } = token
  const email = textOf(claims.email).trim().toLowerCase()
  return {
    issuer,
    subject,
    email: email || null,
    // Some say it as a word.
    isEmailProven: email !== '' && (claims.email_verified === true || claims.email_verified === 'true'),
    fullName: textOf(claims.name).trim(),
    // By the provider's own clock, whatever ours says.
    shownSecondsAgo: typeof shownAt === 'number' ? Math.max(0, iat - shownAt) : null,
    session: textOf(sid) || null,
    claims,
  }
}

const logOutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** A log-out is told at once, or it was kept back by somebody. */
const logOutSeconds = 300

/** What `jwtVerify` does not know of a logout token. */
function logOutOf(claims: Record<string, unknown>): LogOut | null {
  const { iss, sub, sid, jti, events, nonce } = claims
  const event = typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[logOutEvent] : null
  const isLogOut = typeof event === 'object' && event !== null && nonce === undefined && textOf(jti) !== ''
  if (!isLogOut || (!textOf(sub) && !textOf(sid))) return null
  return { id: textOf(jti), issuer: textOf(iss), subject: textOf(sub) || null, session: textOf(sid) || null }
}

export function openIdConnect(settings: OpenIdSettings): LeadingProvider {
  let known: Promise<Configuration> | null = null
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null

  /** Once for a process; one that was away is asked again by whoever comes next. */
  const configuration = (): Promise<Configuration> => {
    known ??= discover(settings).catch((error) => {
      known = null
      const refusal = refusalOf(error)
      // Nobody has been there yet: whatever it is, the provider cannot be reached as it should be.
      throw new ProviderRefused('away', { cause: refusal.cause })
    })
    return known
  }

  /** What the token does not tell, the provider is asked for: many keep address and groups apart. */
  async function claimsOf(config: Configuration, token: IDToken, accessToken: string): Promise<Record<string, unknown>> {
    const isWhole = ['email', ...settings.claims].every((name) => token[name] !== undefined)
    if (isWhole || !config.serverMetadata().userinfo_endpoint) return token
    return { ...(await (await library()).fetchUserInfo(config, accessToken, token.sub)), ...token }
  }

  async function begin({ backTo, isFresh, email }: Parameters<LeadingProvider['begin']>[0]) {
    const client = await library()
    const config = await configuration()
    const trip: Trip = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: backTo,
      scope,
      response_type: 'code',
      state: trip.state,
      nonce: trip.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(trip.verifier),
      code_challenge_method: 'S256',
      ...(isFresh && { prompt: 'login', max_age: '0' }),
      ...(email && { login_hint: email }),
    })
    return { address: address.href, trip }
  }

  async function finish({ answer, trip }: Parameters<LeadingProvider['finish']>[0]) {
    const client = await library()
    const config = await configuration()
    const tokens = await client.authorizationCodeGrant(config, answer, {
      expectedState: trip.state,
      expectedNonce: trip.nonce,
      pkceCodeVerifier: trip.verifier,
      idTokenExpected: true,
    })
    const token = tokens.claims()
    if (!token) throw new ProviderRefused('wrong')
    return personOf(token, await claimsOf(config, token, tokens.access_token))
  }

  async function readLogOut(logOutToken: string) {
    const { issuer, jwks_uri: address } = (await configuration()).serverMetadata()
    if (!address) throw new ProviderRefused('wrong')
    keys ??= createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutSeconds * 1000 })
    const { payload } = await jwtVerify(logOutToken, keys, {
      issuer,
      audience: settings.clientId,
      maxTokenAge: logOutSeconds,
      clockTolerance: 30,
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
    })
    const told = logOutOf(payload)
    if (!told) throw new ProviderRefused('wrong')
    return told
  }

  return {
    is: 'leading',
    begin: (way) => refusing(() => begin(way)),
    finish: (way) => refusing(() => finish(way)),
    readLogOut: (token) => refusing(() => readLogOut(token)),
  }
}
