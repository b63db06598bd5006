import { useTranslation } from 'react-i18next'
import { Profile } from '../features/profile/profile.tsx'
import { usePageTitle } from '../lib/use-page-title.ts'
import { useSession } from '../product/session/session.ts'

export default function DashAccountProfile() {
  const { t } = useTranslation('dash')
  const { user } = useSession()
  usePageTitle(t('accountProfile'))
  return user && <Profile user={user} />
}
