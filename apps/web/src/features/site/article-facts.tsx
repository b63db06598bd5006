import { useTranslation } from 'react-i18next'
import { Day } from './day.tsx'
import classes from './page.module.css'

/** When it was written, and how often it was read: that is counted by the server, and shown once it has said it. */
export function ArticleFacts({ name, date }: { name: string; date: string | undefined }) {
  const { t } = useTranslation('site')
  return (
    <p className={classes.facts}>
      {date && (
        <span data-date-of={`blog/${name}`}>
          <Day of={date} />
        </span>
      )}
      <span
        data-reads={name}
        data-one={t('reads', { count: 1, skipInterpolation: true })}
        data-other={t('reads', { count: 2, skipInterpolation: true })}
        hidden
      />
    </p>
  )
}
