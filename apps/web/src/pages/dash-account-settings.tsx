import { useTranslation } from 'react-i18next'
import { Settings } from '../features/settings/settings.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { useSession } from '../product/session/session.ts'

export async function clientLoader() {
  await loadTexts('settings')
  return null
}

export default function DashAccountSettings() {
  const { t } = useTranslation('dash')
  const { user } = useSession()
  usePageTitle(t('accountSettings'))
  return user && <Settings role={user.role} />
}
