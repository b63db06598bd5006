import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './quiet.module.css'

/** In the chart's place, of the chart's height. */
export function Quiet({ text, onWiden }: { text: string; onWiden: (() => void) | null }) {
  const { t } = useTranslation('analytics')
  return (
    <div className={classes.quiet}>
      <h3>{t('quietTitle')}</h3>
      <p>{text}</p>
      {onWiden && (
        <Button variant="default" h={44} onClick={onWiden}>
          {t('quietWiden')}
        </Button>
      )}
    </div>
  )
}
