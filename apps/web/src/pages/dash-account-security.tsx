import { useTranslation } from 'react-i18next'
import { Security } from '../features/security/security.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'

export async function clientLoader() {
  await loadTexts('security')
  return null
}

export default function DashAccountSecurity() {
  const { t } = useTranslation('dash')
  const { user } = useSession()
  useTitle(`${t('accountSecurity')} · Sampan`)
  return user && <Security user={user} />
}
