/** Providers that people log in by (A11), each with settings of its own, and whether passwords are good as well. */
import { type PaidRole, paidRoles } from '@sampan/contract/plans'
import { isLocalOrigin } from './local-origin.ts'
import { ConfigError, oneOf, refuse, type Setting, setting } from './setting-parsers.ts'

export const providerIcons = ['google', 'microsoft', 'key'] as const
export type ProviderIcon = (typeof providerIcons)[number]

/** Whoever has `value` in `claim` gets `role`. */
export type RoleRule = { claim: string; value: string; role: PaidRole }

export type ProviderSettings = {
  id: string
  issuer: string
  clientId: string
  /** Null: a public client, whose code PKCE alone guards. */
  clientSecret: string | null
  name: string
  icon: ProviderIcon
  /** Of addresses that may log in; empty: all. */
  domains: string[]
  /** An address counts as proven although the provider does not say so. */
  isEmailTrusted: boolean
  roles: RoleRule[]
}

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((piece) => piece.trim())
    .filter(Boolean)

function ids(text: string | undefined): string[] {
  const all = listOf(text)
  const wrong = all.find((id) => !/^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/.test(id))
  if (wrong !== undefined) refuse(`"${wrong}" is not a name of small letters, digits and hyphens, 30 at most`)
  return new Set(all).size === all.length ? all : refuse('must name each provider once')
}

/** Of OpenID Connect it is an address without query; what it answers is believed, so that nobody may stand between. */
function issuer(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.canParse(text) ? new URL(text) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalOrigin(text))
  return isSafe && !url.search && !url.hash ? text : refuse('must be an address that begins with https://, without a query')
}

function domains(text: string | undefined): string[] {
  const all = listOf(text).map((domain) => domain.toLowerCase())
  const wrong = all.find((domain) => !/^[^\s@]+\.[^\s@.]+$/.test(domain))
  return wrong === undefined ? all : refuse(`"${wrong}" is not a domain like example.com`)
}

function roleRules(text: string | undefined): RoleRule[] {
  return listOf(text).map((rule) => {
    const [, claim = '', value = '', role = ''] = /^(.+):([^:]+)=([a-z]+)$/.exec(rule) ?? []
    const found = paidRoles.find((each) => each === role)
    return found
      ? { claim, value, role: found }
      : refuse(`"${rule}" is not like groups:staff=pro, with one of ${paidRoles.join(', ')}`)
  })
}

const word = (text: string | undefined): string | null => text ?? null
const onOff = (text: string | undefined): boolean => oneOf(['on', 'off'], 'off')(text) === 'on'

/** As they are documented: for a provider that OIDC_PROVIDERS calls acme. */
const fields = {
  issuer: setting(
    'OIDC_ACME_ISSUER',
    'Of a provider that OIDC_PROVIDERS calls acme, as of each: its issuer.',
    'https://login.example.com/acme',
    issuer,
  ),
  clientId: setting('OIDC_ACME_CLIENT_ID', 'The id that it knows this installation by.', 'sampan', word),
  clientSecret: setting(
    'OIDC_ACME_CLIENT_SECRET',
    'The secret that goes with it. Without it the client is public, with PKCE alone.',
    'a-secret-of-your-provider',
    word,
  ),
  name: setting('OIDC_ACME_NAME', 'Its name on the button. Default: acme.', 'Acme', word),
  icon: setting(
    'OIDC_ACME_ICON',
    'Its sign on the button: google, microsoft or key. Default: key.',
    'key',
    oneOf(providerIcons, 'key'),
  ),
  domains: setting(
    'OIDC_ACME_DOMAINS',
    'Domains of addresses that may log in by it, separated by commas. Default: all.',
    'example.com,example.org',
    domains,
  ),
  trust: setting(
    'OIDC_ACME_TRUST_EMAIL',
    'on: its addresses count as proven although it does not say so, as Microsoft Entra does not. Default: off.',
    'on',
    onOff,
  ),
  roles: setting(
    'OIDC_ACME_ROLES',
    'Roles by what it says of people, each as claim:value=role; at each log-in the highest counts, where plans are sold.',
    'groups:staff=pro,groups:board=business',
    roleRules,
  ),
} as const

/** Nothing is read by these very names unless a provider is called so: `readProviders` does. */
const documented = ({ name, help, example }: Setting<unknown>) => setting(name, help, example, () => null)

export const signInSettings = {
  oidcProviders: setting(
    'OIDC_PROVIDERS',
    'Providers of OpenID Connect that people log in by, by names of yours, separated by commas.',
    'acme',
    ids,
  ),
  acmeIssuer: documented(fields.issuer),
  acmeClientId: documented(fields.clientId),
  acmeClientSecret: documented(fields.clientSecret),
  acmeName: documented(fields.name),
  acmeIcon: documented(fields.icon),
  acmeDomains: documented(fields.domains),
  acmeTrust: documented(fields.trust),
  acmeRoles: documented(fields.roles),
  hasPasswordLogIn: setting(
    'PASSWORD_LOGIN',
    'off: nobody logs in, signs up or sets a password with one; needs OIDC_PROVIDERS. Default: on.',
    'on',
    (text) => oneOf(['on', 'off'], 'on')(text) === 'on',
  ),
} as const

type Env = Record<string, string | undefined>

export const providerSettingName = (id: string, documentedName: string): string =>
  documentedName.replace('ACME', id.toUpperCase().replaceAll('-', '_'))

/** A provider by its settings; what is wrong with them is told, each by the name of its setting. */
function readProvider(env: Env, id: string, wrong: string[]): ProviderSettings {
  const read = <T>({ name: documentedName, parse }: Setting<T>): T => {
    const name = providerSettingName(id, documentedName)
    const text = env[name]?.trim() || undefined
    try {
      return parse(text)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      wrong.push(`${name}=${text} ${error.message}`)
      return parse(undefined)
    }
  }
  const needed = (field: Setting<string | null>): string => {
    const before = wrong.length
    const value = read(field)
    if (value === null && wrong.length === before) wrong.push(`OIDC_PROVIDERS=${id} needs ${providerSettingName(id, field.name)}`)
    return value ?? ''
  }
  return {
    id,
    issuer: needed(fields.issuer),
    clientId: needed(fields.clientId),
    clientSecret: read(fields.clientSecret),
    name: read(fields.name) ?? id,
    icon: read(fields.icon),
    domains: read(fields.domains),
    isEmailTrusted: read(fields.trust),
    roles: read(fields.roles),
  }
}

type Given = { oidcProviders: string[]; hasPasswordLogIn: boolean }

export function readProviders(env: Env, given: Given): { providers: ProviderSettings[]; wrong: string[] } {
  const wrong: string[] = []
  const providers = given.oidcProviders.map((id) => readProvider(env, id, wrong))
  if (!given.hasPasswordLogIn && providers.length === 0)
    wrong.push('PASSWORD_LOGIN=off needs OIDC_PROVIDERS: else nobody could log in')
  return { providers, wrong }
}

export const isSecretOfProvider = (name: string): boolean => /^OIDC_.*_CLIENT_SECRET$/.test(name)
