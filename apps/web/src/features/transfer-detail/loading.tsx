/** Stands in for a transfer until it is here. */
import { useTranslation } from 'react-i18next'
import classes from './loading.module.css'

export function Loading() {
  const { t } = useTranslation('detail')
  return (
    <div className={classes.skeleton} aria-busy="true">
      <h2 className="visually-hidden">{t('loading')}</h2>
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}
