/** On the first page: what came in and waits for a look, then what is still missing. Nothing where nothing waits. */
import { dashRequestsPath } from '@sampan/contract/paths'
import type { RequestSummary } from '@sampan/contract/routes/requests'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useRequests, type View } from './queries.ts'
import classes from './requests.module.css'
import { Row } from './row.tsx'

const rowsShown = 4
const toReview: View = { filter: 'all', only: ['toReview'], search: '' }
const missing: View = { filter: 'open', only: ['missing'], search: '' }

/** Each once, what waits for a look first. */
export function waitingFirst(...lists: (readonly RequestSummary[])[]): RequestSummary[] {
  return [...new Map(lists.flat().map((row) => [row._id, row])).values()].slice(0, rowsShown)
}

export function WaitingRequests({ now }: { now: number }) {
  const { t } = useTranslation('requests')
  const format = useFormat()
  const id = useId()
  const [looks, misses] = [useRequests(toReview), useRequests(missing)]
  const rows = waitingFirst(looks.rows, misses.rows)
  if (rows.length === 0) return null
  const files = looks.rows.reduce((sum, { toReviewCount }) => sum + toReviewCount, 0)
  const words = [
    files > 0 && t('waitingReview', { count: files, number: format.number(files) }),
    !!misses.matchCount && t('waitingMissing', { count: misses.matchCount, number: format.number(misses.matchCount) }),
  ].filter(Boolean)
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.waiting}>
        <div>
          <h2 id={id}>{t('title')}</h2>
          <p>{words.join(' · ')}</p>
        </div>
        <Link to={dashRequestsPath} aria-describedby={id}>
          {t('showAll')}
        </Link>
      </header>
      <ul className={classes.list} aria-label={t('title')}>
        {rows.map((row) => (
          <li key={row._id}>
            <Row row={row} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}
