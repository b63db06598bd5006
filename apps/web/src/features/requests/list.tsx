/** The rows; more of them come as the end is neared, or at a press of the button. */
import { Button } from '@mantine/core'
import type { RequestSummary } from '@sampan/contract/routes/requests'
import { useTranslation } from 'react-i18next'
import classes from './requests.module.css'
import { Row } from './row.tsx'
import { useNearEnd } from './use-near-end.ts'

type Props = {
  rows: readonly RequestSummary[]
  now: number
  isOld: boolean
  hasMore: boolean
  isLoading: boolean
  onMore: () => void
}

export function List({ rows, now, isOld, hasMore, isLoading, onMore }: Props) {
  const { t } = useTranslation('requests')
  const end = useNearEnd(hasMore && !isLoading, onMore)
  return (
    <>
      <div className={classes.columns} aria-hidden="true">
        <span>{t('columnRequest')}</span>
        <span>{t('columnReceived')}</span>
        <span>{t('columnReview')}</span>
        <span>{t('columnEnds')}</span>
        <span>{t('columnLatest')}</span>
        <span>{t('columnStatus')}</span>
      </div>
      <ul className={classes.list} aria-label={t('list')} data-old={isOld || undefined}>
        {rows.map((row) => (
          <li key={row._id}>
            <Row row={row} now={now} />
          </li>
        ))}
      </ul>
      <div ref={end} className={classes.more}>
        {hasMore && (
          <Button variant="default" h={44} loading={isLoading} onClick={onMore}>
            {t('more')}
          </Button>
        )}
      </div>
    </>
  )
}
