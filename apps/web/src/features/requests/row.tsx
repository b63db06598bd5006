/** One request: what was asked, how much of it is there, until when, and how it stands. */
import { dashRequestPath } from '@sampan/contract/paths'
import type { RequestSummary } from '@sampan/contract/routes/requests'
import { Link2, Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useSession } from '../../product/session/session.ts'
import { useAuthorName } from '../../product/session/team.ts'
import { Badge } from '../../ui/badge.tsx'
import { Bar } from './bar.tsx'
import classes from './row.module.css'
import { isSharedWith, statuses, useRequestWords } from './words.ts'

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

export function StatusBadge({ status }: Pick<RequestSummary, 'status'>) {
  const { t } = useTranslation('requests')
  const [text, tone] = statuses[status]
  return <Badge tone={tone}>{t(text)}</Badge>
}

export function Row({ row, now }: { row: RequestSummary; now: number }) {
  const { t } = useTranslation('requests')
  const words = useRequestWords(now)
  const format = useFormat()
  const title = words.title(row)
  const end = row.dueAt ?? row.expiryDate
  const uploading = words.uploading(row)
  const { user } = useSession()
  const author = useAuthorName()(row.authorId)
  return (
    <div className={classes.row}>
      <span className={classes.icon}>{row.sendAs === 'email' ? <Mail {...icon} /> : <Link2 {...icon} />}</span>
      <span className={classes.what}>
        <Link className={classes.name} to={dashRequestPath(row.slug)} title={title}>
          <bdi>{title}</bdi>
        </Link>
        <span className={classes.detail}>
          {words.people(row)}
          {author && ` · ${t('askedBy', { name: author })}`}
          {isSharedWith(user?._id, row) && ` · ${t('sharedWithMe')}`}
        </span>
      </span>
      <span className={classes.received}>
        <span>{words.received(row)}</span>
        <Bar value={row.receivedCount} max={row.expectedCount} />
        {uploading && <span className={classes.busy}>{uploading}</span>}
      </span>
      <span className={classes.review} data-any={row.toReviewCount > 0 || undefined}>
        {words.toReview(row)}
      </span>
      <span
        className={classes.ends}
        data-late={words.isOverdue(row) || undefined}
        title={end === null ? undefined : format.dateTime(new Date(end))}
      >
        {words.ends(row)}
      </span>
      <span className={classes.latest}>{words.latest(row)}</span>
      <span className={classes.status}>
        <StatusBadge status={row.status} />
      </span>
    </div>
  )
}

const Line = ({ width }: { width: string }) => <span className={classes.skeletonLine} style={{ width }} />

/** Stands in for a row, as large as one. */
export const RowSkeleton = () => (
  <div className={classes.row} aria-hidden="true">
    <span className={`${classes.icon} ${classes.skeletonLine}`} />
    <span className={classes.what}>
      <Line width="65%" />
      <Line width="35%" />
    </span>
    <span className={classes.received}>
      <Line width="70%" />
      <Line width="100%" />
    </span>
    <span className={classes.review} />
    <span className={classes.ends}>
      <Line width="60%" />
    </span>
    <span className={classes.latest}>
      <Line width="60%" />
    </span>
    <span className={classes.status}>
      <Line width="64px" />
    </span>
  </div>
)
