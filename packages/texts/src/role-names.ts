/** The plans' names as people read them: on every page, in mails and in what is refused. */
import type { Language } from '@sampan/contract/paths'
import type { Role } from '@sampan/contract/plans'

export const roleNames: Record<Language, Record<Role, string>> = {
  en: {
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
  },
  zh: {
    anon: '访客',
    undefined: '基础',
    free: '免费',
    personal: '个人',
    pro: '专业',
    business: '商务',
    businessplus: '商务增强',
    businesselite: '商务精英',
    team: '团队',
    teamplus: '团队增强',
    teamelite: '团队精英',
  },
}
