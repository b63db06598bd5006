import { useTranslation } from 'react-i18next'
import { Customize } from '../features/customize/customize.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { usePageTitle } from '../lib/use-page-title.ts'

export async function clientLoader() {
  await loadTexts('customize')
  return null
}

export default function DashAccountCustomize() {
  const { t } = useTranslation('dash')
  usePageTitle(t('accountCustomize'))
  return <Customize />
}
