/** Everything has arrived. */
import { Button } from '@mantine/core'
import type { RequestView } from '@sampan/contract/routes/request-page'
import { about } from '@sampan/texts/registry/about'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { requesterName } from './names.ts'
import type { Submitted } from './queries.ts'
import classes from './request-page.module.css'
import { isComplete } from './still-needed.ts'
import { StillNeeded } from './still-needed-line.tsx'

/** `missing`: the documents that are still needed. `message`: what went with the files. `onMore` is null where nothing more is taken. */
type Props = { view: RequestView; missing: readonly string[]; submitted: Submitted; message: string; onMore: (() => void) | null }

export function Done({ view, missing, submitted, message, onMore }: Props) {
  const { t } = useTranslation('request')
  const format = useFormat()
  const language = useLanguage()
  const { fileCount: count, totalBytes, receiptTo } = submitted
  usePageTitle(t('doneTitle'))
  const text = t('doneText', {
    who: requesterName(view, t('someone')),
    count,
    number: format.number(count),
    size: format.bytes(totalBytes),
  })
  const notes = [receiptTo && t('doneReceipt', { email: receiptTo }), t('doneAgain')].filter(Boolean)
  return (
    <Notice drawing="arrived" title={t('doneTitle')} text={text}>
      {message && <p className={classes.done}>{t('doneMessage', { message })}</p>}
      <StillNeeded names={missing} allThere={isComplete(view, missing) ? 'allThereDone' : null} />
      {notes.length > 0 && <p className={classes.done}>{notes.join(about[language].sentenceSpace)}</p>}
      {onMore && (
        <Button size="md" onClick={onMore}>
          {t('sendMore')}
        </Button>
      )}
    </Notice>
  )
}
