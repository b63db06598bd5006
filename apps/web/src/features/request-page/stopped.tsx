/** Send was pressed, and not all of it has arrived. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { type Picking, wholeBefore } from './picking.ts'
import classes from './request-page.module.css'

/** `onAgain` is null where nothing else is taken. */
type Props = { picking: Picking; onGoOn: () => void; onAgain: (() => void) | null }

export function Stopped({ picking, onGoOn, onAgain }: Props) {
  const { t } = useTranslation('request')
  const format = useFormat()
  const awaited = picking.awaited.length
  const [whole, count] = [wholeBefore(picking), picking.placed.length + awaited]
  return (
    <section aria-labelledby="stopped">
      <h2 id="stopped">
        {whole > 0 ? t('stoppedAt', { whole: format.number(whole), number: format.number(count) }) : t('stoppedTitle')}
      </h2>
      {!onAgain && <p className={classes.note}>{t('stoppedClosed')}</p>}
      <p className={classes.note} aria-live="polite">
        {awaited > 0 ? t('stoppedAwaited', { count: awaited, number: format.number(awaited) }) : t('stoppedText')}
      </p>
      <p className={classes.buttons}>
        <Button disabled={awaited > 0} onClick={onGoOn}>
          {t('resume')}
        </Button>
        {onAgain && (
          <Button variant="default" onClick={onAgain}>
            {t('stoppedAgain')}
          </Button>
        )}
      </p>
    </section>
  )
}
