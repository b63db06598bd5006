/** What the settings of a provider say of somebody who was there (A11). */
import { Problem } from '@sampan/contract/errors'
import { type PaidRole, paidRoles } from '@sampan/contract/plans'
import {
  type AskingProvider,
  type LeadingProvider,
  type ProviderPerson,
  ProviderRefused,
  type SignInProvider,
} from '../../adapters/sign-in-providers/sign-in-providers.ts'
import type { ProviderSettings, RoleRule } from '../../config/sign-in-settings.ts'
import type { Services } from '../../services.ts'

export type Provider<Port extends SignInProvider = SignInProvider> = { settings: ProviderSettings; port: Port }
type Needs = Pick<Services, 'config' | 'signInProviders'>

/** Throws signInUnknown. */
export function providerOf({ config, signInProviders }: Needs, id: string): Provider {
  const settings = config.signInProviders.find((each) => each.id === id)
  const port = signInProviders.get(id)
  if (!settings || !port) throw new Problem('signInUnknown')
  return { settings, port }
}

/** One that people are led to. Throws signInUnknown. */
export function leadingOf(needs: Needs, id: string): Provider<LeadingProvider> {
  const { settings, port } = providerOf(needs, id)
  if (port.is !== 'leading') throw new Problem('signInUnknown')
  return { settings, port }
}

/** One that takes a name and a password. Throws signInUnknown. */
export function askingOf(needs: Needs, id: string): Provider<AskingProvider> {
  const { settings, port } = providerOf(needs, id)
  if (port.is !== 'asking') throw new Problem('signInUnknown')
  return { settings, port }
}

const codes = {
  away: 'signInAway',
  denied: 'signInDenied',
  wrong: 'signInWrong',
  failed: 'signInFailed',
  disabled: 'signInDisabled',
  expired: 'signInExpired',
} as const

/** What a provider does not do is told in our words; what it was is for the log. */
export async function askProvider<Port extends SignInProvider, T>(
  { log }: Pick<Services, 'log'>,
  { settings, port }: Provider<Port>,
  ask: (port: Port) => Promise<T>,
): Promise<T> {
  try {
    return await ask(port)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // Whoever mistypes a password is no trouble of the installation.
    if (error.why !== 'failed') log.warn({ err: error, provider: settings.id }, 'a provider of log-ins was of no use')
    throw new Problem(codes[error.why], { name: settings.name })
  }
}

/** Null where it tells none, or nobody answers for it. */
export const provenEmailOf = ({ isEmailTrusted }: ProviderSettings, { email, isEmailProven }: ProviderPerson): string | null =>
  isEmailProven || isEmailTrusted ? email : null

/** Of those who may log in. Who has no proven address is of no domain. Throws signInDomain. */
export function checkDomain(settings: ProviderSettings, person: ProviderPerson): void {
  const { domains, name } = settings
  const domain = provenEmailOf(settings, person)?.split('@').at(-1)
  if (domains.length > 0 && !(domain && domains.includes(domain))) throw new Problem('signInDomain', { name })
}

/** By its whole name, which may have dots in it, or from one object to the next: realm_access.roles. */
function claimOf(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split('.')
    .reduce<unknown>(
      (found, key) =>
        typeof found === 'object' && found !== null && Object.hasOwn(found, key)
          ? (found as Record<string, unknown>)[key]
          : undefined,
      claims,
    )
}

const isMet = ({ claim, value }: RoleRule, { claims }: ProviderPerson): boolean =>
  [claimOf(claims, claim)].flat().some((each) => String(each) === value)

/** The highest that its claims give; null where they give none. */
export function claimedRole({ roles }: ProviderSettings, person: ProviderPerson): PaidRole | null {
  const ranks = roles.filter((rule) => isMet(rule, person)).map(({ role }) => paidRoles.indexOf(role))
  return ranks.length > 0 ? paidRoles[Math.max(...ranks)]! : null
}
