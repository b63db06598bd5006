import { useTranslation } from 'react-i18next'
import { useRoleName } from '../../../product/plans/role-name.ts'
import type { Limit } from '../form/limits.ts'

export function LimitMonth({ limit: { role, transfers } }: { limit: Extract<Limit, { kind: 'month' }> }) {
  const { t } = useTranslation('send')
  const roleName = useRoleName()
  return <p>{t('limitMonth', { role: roleName(role), limit: transfers })}</p>
}
