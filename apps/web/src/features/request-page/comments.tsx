/** What was written between the requester and whoever sends, with files and without, in the order of time. */
import type { RequestView } from '@sampan/contract/routes/request-page'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { shownName } from '../../lib/safe-text.ts'
import { requesterName } from './names.ts'
import classes from './request-page.module.css'

export function Comments({ view }: { view: RequestView }) {
  const { t } = useTranslation('request')
  const format = useFormat()
  if (view.comments.length === 0) return null
  const who = requesterName(view, t('someone'))
  return (
    <section aria-labelledby="messages">
      <h2 id="messages">{t('messages')}</h2>
      <ol className={classes.comments}>
        {view.comments.map(({ by, text: said, at, isWithdrawal }) => (
          <li key={`${at} ${by}`} data-by={by}>
            <p className={classes.note}>
              <b>{by === 'supplier' ? t('you') : who}</b>{' '}
              <time dateTime={new Date(at).toISOString()}>{format.dateTime(new Date(at))}</time>
            </p>
            <p className={classes.said}>{isWithdrawal ? t('tookBack', { name: shownName(said) }) : said}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
