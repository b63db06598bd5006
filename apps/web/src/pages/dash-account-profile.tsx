import { useTranslation } from 'react-i18next'
import { Profile } from '../features/profile/profile.tsx'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'

export default function DashAccountProfile() {
  const { t } = useTranslation('dash')
  const { user } = useSession()
  useTitle(`${t('accountProfile')} · Sampan`)
  return user && <Profile user={user} />
}
