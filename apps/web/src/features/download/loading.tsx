/** Stands in for the card, as large as a usual one, until the view is here. */
import { useTranslation } from 'react-i18next'
import card from './card.module.css'
import classes from './loading.module.css'

const rows = ['first', 'second', 'third']

export function Loading() {
  const { t } = useTranslation('download')
  return (
    <section className={card.card} aria-busy="true">
      <h1 className="visually-hidden">{t('loading')}</h1>
      <div className={classes.head} aria-hidden="true">
        <span className={classes.round} />
        <span className={classes.lines}>
          <span className={classes.long} />
          <span className={classes.short} />
        </span>
      </div>
      {rows.map((row) => (
        <div key={row} className={classes.row} aria-hidden="true">
          <span className={classes.tile} />
          <span className={classes.lines}>
            <span className={classes.middle} />
            <span className={classes.short} />
          </span>
        </div>
      ))}
      <div className={classes.action} aria-hidden="true" />
    </section>
  )
}
