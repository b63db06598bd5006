/** Providers that people log in by (A11), each with settings of its own, and whether passwords are good as well. */
import { type PaidRole, paidRoles } from '@sampan/contract/plans'
import { type DirectorySettings, directorySettings, readDirectory } from './directory-settings.ts'
import { isLocalOrigin } from './local-origin.ts'
import { type CommonSettings, commonFields, documented, type Env, ids, listOf, readerFor, word } from './provider-fields.ts'
import { oneOf, refuse, setting } from './setting-parsers.ts'

/** Whoever has `value` in `claim` gets `role`. */
export type RoleRule = { claim: string; value: string; role: PaidRole }

/** Of OpenID Connect, which leads people away and back. */
export type LeadingSettings = CommonSettings & {
  kind: 'oidc'
  issuer: string
  clientId: string
  /** Null: a public client, whose code PKCE alone guards. */
  clientSecret: string | null
  roles: RoleRule[]
}
export type ProviderSettings = LeadingSettings | DirectorySettings

/** Of OpenID Connect it is an address without query; what it answers is believed, so that nobody may stand between. */
function issuer(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.canParse(text) ? new URL(text) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalOrigin(text))
  return isSafe && !url.search && !url.hash ? text : refuse('must be an address that begins with https://, without a query')
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
  ...commonFields(
    { kind: 'OIDC', id: 'acme', example: 'Acme' },
    'on: its addresses count as proven although it does not say so, as Microsoft Entra does not. Default: off.',
  ),
  roles: setting(
    'OIDC_ACME_ROLES',
    'Roles by what it says of people, each as claim:value=role; at each log-in the highest counts, where plans are sold.',
    'groups:staff=pro,groups:board=business',
    roleRules,
  ),
} as const

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
  ...directorySettings,
  hasPasswordLogIn: setting(
    'PASSWORD_LOGIN',
    'off: nobody logs in, signs up or sets a password with one; needs OIDC_PROVIDERS or LDAP_PROVIDERS. Default: on.',
    'on',
    (text) => oneOf(['on', 'off'], 'on')(text) === 'on',
  ),
} as const

/** A provider of OpenID Connect by its settings. */
function readProvider(env: Env, id: string, wrong: string[]): LeadingSettings {
  const { read, needed, common } = readerFor(env, { list: 'OIDC_PROVIDERS', id, wrong })
  return {
    kind: 'oidc',
    ...common(fields),
    issuer: needed(fields.issuer),
    clientId: needed(fields.clientId),
    clientSecret: read(fields.clientSecret),
    roles: read(fields.roles),
  }
}

type Given = { oidcProviders: string[]; ldapProviders: string[]; hasPasswordLogIn: boolean }

export function readProviders(env: Env, given: Given): { providers: ProviderSettings[]; wrong: string[] } {
  const wrong: string[] = []
  const providers = [
    ...given.oidcProviders.map((id) => readProvider(env, id, wrong)),
    ...given.ldapProviders.map((id) => readDirectory(env, id, wrong)),
  ]
  const twice = given.ldapProviders.find((id) => given.oidcProviders.includes(id))
  if (twice !== undefined) wrong.push(`LDAP_PROVIDERS=${twice} is in OIDC_PROVIDERS as well`)
  if (!given.hasPasswordLogIn && providers.length === 0)
    wrong.push('PASSWORD_LOGIN=off needs OIDC_PROVIDERS or LDAP_PROVIDERS: else nobody could log in')
  return { providers, wrong }
}

export const isSecretOfProvider = (name: string): boolean => /^(OIDC_.*_CLIENT_SECRET|LDAP_.*_BIND_PASSWORD)$/.test(name)
