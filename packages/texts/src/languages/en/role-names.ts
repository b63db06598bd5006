import type { Role } from '@sampan/contract/plans'

export const roleNames: Record<Role, string> = {
  anon: 'guest',
  undefined: 'Basic',
  free: 'Free',
  personal: 'Personal',
  pro: 'Pro',
  business: 'Business',
  businessplus: 'Business Plus',
  businesselite: 'Business Elite',
  team: 'Team',
  teamplus: 'Team Plus',
  teamelite: 'Team Elite',
}
