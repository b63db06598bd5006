import { useTranslation } from 'react-i18next'
import { useTitle } from './use-title.ts'

/** The tab's title, as the server writes it too. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation()
  useTitle(t('pageTitle', { ns: 'download', title }))
}
