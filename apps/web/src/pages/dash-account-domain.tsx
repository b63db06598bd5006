import { accountDomainPath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { Domain } from '../features/domain/domain.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { useSession } from '../product/session/session.ts'
import { hasPage } from '../product/session/team.ts'
import { TeamsMatter } from '../product/session/teams-matter.tsx'

export async function clientLoader() {
  await loadTexts('domain')
  return null
}

export default function DashAccountDomain() {
  const { t } = useTranslation('dash')
  usePageTitle(t('accountDomain'))
  const { user } = useSession()
  // A team's domain is its owner's matter (T8).
  if (user && !hasPage(user, accountDomainPath)) return <TeamsMatter path={accountDomainPath} />
  return <Domain />
}
