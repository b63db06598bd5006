/** What the settings of every way of logging in outside have in common, whatever it speaks (A11), and how they are read. */
import { ConfigError, oneOf, refuse, type Setting, setting } from './setting-parsers.ts'

export const providerIcons = ['google', 'microsoft', 'key'] as const
export type ProviderIcon = (typeof providerIcons)[number]
export type Env = Record<string, string | undefined>

export type CommonSettings = {
  id: string
  name: string
  icon: ProviderIcon
  /** Of addresses that may log in; empty: all. */
  domains: string[]
  /** An address counts as proven although the provider does not say so. */
  isEmailTrusted: boolean
}

export const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((piece) => piece.trim())
    .filter(Boolean)

export function ids(text: string | undefined): string[] {
  const all = listOf(text)
  const wrong = all.find((id) => !/^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/.test(id))
  if (wrong !== undefined) refuse(`"${wrong}" is not a name of small letters, digits and hyphens, 30 at most`)
  return new Set(all).size === all.length ? all : refuse('must name each provider once')
}

function domains(text: string | undefined): string[] {
  const all = listOf(text).map((domain) => domain.toLowerCase())
  const wrong = all.find((domain) => !/^[^\s@]+\.[^\s@.]+$/.test(domain))
  return wrong === undefined ? all : refuse(`"${wrong}" is not a domain like example.com`)
}

export const word = (text: string | undefined): string | null => text ?? null
export const onOff =
  (fallback: 'on' | 'off') =>
  (text: string | undefined): boolean =>
    oneOf(['on', 'off'], fallback)(text) === 'on'

/** The provider that the settings are documented for. */
type Documented = { kind: 'OIDC' | 'LDAP'; id: string; example: string }

/** `trustHelp`: what an address that is trusted means there. */
export const commonFields = ({ kind, id, example }: Documented, trustHelp: string) => ({
  name: setting(settingName(kind, id, 'NAME'), `Its name on the button. Default: ${id}.`, example, word),
  icon: setting(
    settingName(kind, id, 'ICON'),
    'Its sign on the button: google, microsoft or key. Default: key.',
    'key',
    oneOf(providerIcons, 'key'),
  ),
  domains: setting(
    settingName(kind, id, 'DOMAINS'),
    'Domains of addresses that may log in by it, separated by commas. Default: all.',
    'example.com,example.org',
    domains,
  ),
  trust: setting(settingName(kind, id, 'TRUST_EMAIL'), trustHelp, 'on', onOff('off')),
})

/** Nothing is read by these very names unless a provider is called so. */
export const documented = ({ name, help, example }: Setting<unknown>) => setting(name, help, example, () => null)

const settingName = (kind: string, id: string, of: string): string => `${kind}_${id.toUpperCase().replaceAll('-', '_')}_${of}`

/** Of another provider than the documented one. */
export function providerSettingName(id: string, documentedName: string): string {
  const [kind = '', , ...of] = documentedName.split('_')
  return settingName(kind, id, of.join('_'))
}

/** Reads the settings of one provider; what is wrong with them is told, each by the name of its setting. */
export function readerFor(env: Env, { list, id, wrong }: { list: string; id: string; wrong: string[] }) {
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
    if (value === null && wrong.length === before) wrong.push(`${list}=${id} needs ${providerSettingName(id, field.name)}`)
    return value ?? ''
  }
  const common = ({ name, icon, domains, trust }: ReturnType<typeof commonFields>): CommonSettings => ({
    id,
    name: read(name) ?? id,
    icon: read(icon),
    domains: read(domains),
    isEmailTrusted: read(trust),
  })
  return { read, needed, common }
}
