import type { Role } from '@sampan/contract/plans'

export const roleNames: Record<Role, string> = {
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
}
