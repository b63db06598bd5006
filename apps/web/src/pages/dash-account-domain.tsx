import { useTranslation } from 'react-i18next'
import { Domain } from '../features/domain/domain.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { usePageTitle } from '../lib/use-page-title.ts'

export async function clientLoader() {
  await loadTexts('domain')
  return null
}

export default function DashAccountDomain() {
  const { t } = useTranslation('dash')
  usePageTitle(t('accountDomain'))
  return <Domain />
}
