import { useTranslation } from 'react-i18next'
import classes from './sending-bar.module.css'

/** How far it is, along the upper edge of its part of the dock. */
export function Track({ percent }: { percent: number }) {
  const { t } = useTranslation('send')
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label={t('uploaded')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  )
}
