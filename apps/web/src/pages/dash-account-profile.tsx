import { useTranslation } from 'react-i18next'
import { Profile } from '../features/profile/profile.tsx'
import { useSession } from '../lib/session.ts'
import { usePageTitle } from '../lib/use-page-title.ts'

export default function DashAccountProfile() {
  const { t } = useTranslation('dash')
  const { user } = useSession()
  usePageTitle(t('accountProfile'))
  return user && <Profile user={user} />
}
