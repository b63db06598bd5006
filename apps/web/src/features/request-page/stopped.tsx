/** Send was pressed, and not all of it has arrived. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import classes from './request-page.module.css'

type Props = { awaited: number; onGoOn: () => void; onAgain: () => void }

export function Stopped({ awaited, onGoOn, onAgain }: Props) {
  const { t } = useTranslation('request')
  const format = useFormat()
  return (
    <section aria-labelledby="stopped">
      <h2 id="stopped">{t('stoppedTitle')}</h2>
      <p className={classes.note} aria-live="polite">
        {awaited > 0 ? t('stoppedAwaited', { count: awaited, number: format.number(awaited) }) : t('stoppedText')}
      </p>
      <p className={classes.buttons}>
        <Button disabled={awaited > 0} onClick={onGoOn}>
          {t('resume')}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {t('stoppedAgain')}
        </Button>
      </p>
    </section>
  )
}
