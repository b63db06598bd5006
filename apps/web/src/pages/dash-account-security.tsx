import { useTranslation } from 'react-i18next'
import { Security } from '../features/security/security.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { useSession } from '../product/session/session.ts'

export async function clientLoader() {
  await loadTexts('security')
  return null
}

export default function DashAccountSecurity() {
  const { t } = useTranslation('dash')
  const { user } = useSession()
  usePageTitle(t('accountSecurity'))
  return user && <Security user={user} />
}
