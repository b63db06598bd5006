import { accountCustomizePath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { Customize } from '../features/customize/customize.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { useSession } from '../product/session/session.ts'
import { hasPage } from '../product/session/team.ts'
import { TeamsMatter } from '../product/session/teams-matter.tsx'

export async function clientLoader() {
  await loadTexts('customize')
  return null
}

export default function DashAccountCustomize() {
  const { t } = useTranslation('dash')
  usePageTitle(t('accountCustomize'))
  const { user } = useSession()
  // How its pages look is decided by those who lead it (M1).
  if (user && !hasPage(user, accountCustomizePath)) return <TeamsMatter path={accountCustomizePath} />
  return <Customize />
}
