import { countFiles } from '@sampan/contract/rules/file-set'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../card/use-people.ts'
import type { Form } from '../form/form.ts'

/** What is sent, and to whom, in the dock's words. */
export function useTitleOf({ files, chips, sendAs }: Pick<Form, 'files' | 'chips' | 'sendAs'>): string {
  const { t } = useTranslation('send')
  const people = usePeople(chips.list)
  const count = countFiles(files)
  return sendAs === 'link' ? t('makingLink', { count }) : t('sendingTo', { count, people })
}
