/** A notification in the sentences of the page's language. */
import type { Notification } from '@sampan/contract/routes/notifications'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { whatOf } from './words.ts'

export function useWords() {
  const { t } = useTranslation('notifications')
  const format = useFormat()
  const sentence = (row: Notification): string =>
    t(row.kind, { who: row.receiverEmail ?? t('someone'), what: whatOf(row, (key, slots) => t(key, slots), format.number) })
  const program = ({ program }: Notification): string => {
    if (!program || program === 'unknown') return ''
    if (program === 'robot') return t('robot')
    return program === 'command line' ? t('commandLine') : t('program', { program })
  }
  /** Where and with what, for what, or why. */
  const details = (row: Notification): string[] => {
    if (row.kind === 'downloaded') return [row.dlOrigin, program(row)].filter(Boolean)
    if (!row.reason) return []
    return [row.kind === 'submitted' ? t('forRequest', { title: row.reason }) : row.reason]
  }
  return { sentence, details }
}
