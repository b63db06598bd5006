import { useTranslation } from 'react-i18next'

/** "li.wei@a.cn and 2 more". */
export function usePeople(emails: readonly string[]): string {
  const { t } = useTranslation('send')
  const [first = '', ...others] = emails
  return others.length > 0 ? t('andOthers', { first, count: others.length }) : first
}
