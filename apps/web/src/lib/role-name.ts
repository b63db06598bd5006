/** A plan's role as a word in the page's language. */
import type { Role } from '@sampan/contract/plans'
import { useTranslation } from 'react-i18next'

const names = {
  anon: 'roleAnon',
  undefined: 'roleUndefined',
  free: 'roleFree',
  personal: 'rolePersonal',
  pro: 'rolePro',
  business: 'roleBusiness',
  businessplus: 'roleBusinessPlus',
  businesselite: 'roleBusinessElite',
  team: 'roleTeam',
  teamplus: 'roleTeamPlus',
  teamelite: 'roleTeamElite',
} as const satisfies Record<Role, string>

export function useRoleName(): (role: Role) => string {
  const { t } = useTranslation('send')
  return (role) => t(names[role])
}

export const isRole = (word: unknown): word is Role => typeof word === 'string' && Object.hasOwn(names, word)
