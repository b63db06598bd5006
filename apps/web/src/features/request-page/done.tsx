/** Everything has arrived. */
import { Button } from '@mantine/core'
import type { RequestView } from '@sampan/contract/routes/request-page'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { requesterName } from './names.ts'
import type { Submitted } from './queries.ts'
import classes from './request-page.module.css'

export function Done({ view, submitted, onMore }: { view: RequestView; submitted: Submitted; onMore: () => void }) {
  const { t } = useTranslation('request')
  const format = useFormat()
  const { fileCount: count, totalBytes, receiptTo } = submitted
  usePageTitle(t('doneTitle'))
  const text = t('doneText', {
    who: requesterName(view, t('someone')),
    count,
    number: format.number(count),
    size: format.bytes(totalBytes),
  })
  return (
    <Notice drawing="arrived" title={t('doneTitle')} text={text}>
      {receiptTo && <p className={classes.note}>{t('doneReceipt', { email: receiptTo })}</p>}
      <p className={classes.note}>{t('doneAgain')}</p>
      <Button size="md" onClick={onMore}>
        {t('sendMore')}
      </Button>
    </Notice>
  )
}
