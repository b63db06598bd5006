/** A plan's role as a word in the page's language. */
import type { Role } from '@sampan/contract/plans'
import { roleNames } from '@sampan/texts/registry/role-names'
import { useLanguage } from '../../lib/i18n.ts'

export function useRoleName(): (role: Role) => string {
  const names = roleNames[useLanguage()]
  return (role) => names[role]
}
