/** The latest few, and what ends soon: short rows that lead to their detail. */
import { dashSendPath, dashTransferPath, dashTransfersPath } from '@sampan/contract/paths'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { dayText } from '../../lib/times.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { ListFailed } from '../../ui/list-state.tsx'
import { Empty } from './empty.tsx'
import classes from './latest.module.css'
import { endingSoon, useExpiring, useLatest } from './overview.ts'
import { StatusBadge } from './row-status.tsx'
import { downloadsOf, nameOf, peopleOf } from './row-texts.ts'

const skeletons = ['a', 'b', 'c', 'd']
const expiringShown = 4

export function LatestTransfers({ now }: { now: number }) {
  const { t } = useTranslation('overview')
  const { data, error, isFetching, refetch } = useLatest()
  const isEmpty = data?.allCount === 0
  return (
    <Card title={t('latest')} more={isEmpty ? null : dashTransfersPath}>
      {isEmpty && <Empty sendPath={dashSendPath} />}
      {!data && error && (
        <ListFailed
          title={t('failedTitle', { ns: 'dash' })}
          error={error}
          tryAgain={t('tryAgain', { ns: 'dash' })}
          isTrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton />}
      {data && !isEmpty && <Rows label={t('latest')} rows={data.allDocs} now={now} />}
    </Card>
  )
}

/** Nothing, where nothing ends soon: what has to be done stands out. */
export function ExpiringTransfers({ now }: { now: number }) {
  const { t } = useTranslation('overview')
  const { data } = useExpiring()
  const rows = endingSoon(data?.allDocs ?? [], now)
  if (rows.length === 0) return null
  return (
    <Card title={t('expiring')} more={`${dashTransfersPath}?filter=active&sort=expiry`}>
      <Rows label={t('expiring')} rows={rows.slice(0, expiringShown)} now={now} />
    </Card>
  )
}

function Card({ title, more, children }: { title: string; more: string | null; children: ReactNode }) {
  const { t } = useTranslation('overview')
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id}>{title}</h2>
        {more && (
          <Link to={more} aria-describedby={id}>
            {t('showAll')}
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}

const Rows = ({ label, rows, now }: { label: string; rows: readonly TransferRecord[]; now: number }) => (
  <ul className={classes.rows} aria-label={label}>
    {rows.map((row) => (
      <ShortRow key={row._id} row={row} now={now} />
    ))}
  </ul>
)

function ShortRow({ row, now }: { row: TransferRecord; now: number }) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const language = useLanguage()
  const people = peopleOf(row)
  const downloads = downloadsOf(row)
  const more = people && people.others > 0 ? ` ${t('others', { number: format.number(people.others) })}` : ''
  return (
    <li className={classes.row}>
      <FileIcon path={row.fileName} />
      <span className={classes.words}>
        <Link className={classes.name} title={nameOf(row)} to={dashTransferPath(row.slug)}>
          <bdi>{nameOf(row)}</bdi>
        </Link>
        <span className={classes.detail}>
          {t('fileCount', { count: row.fileNumber, number: format.number(row.fileNumber) })} · {format.bytes(row.totalBytes)} ·{' '}
          {dayText(row.dateSent, now, language)}
        </span>
      </span>
      <span className={classes.to}>
        {people ? <bdi>{people.first}</bdi> : t('link')}
        {more}
      </span>
      <span className={classes.count}>
        {downloads.count === undefined
          ? t('ofAll', { done: format.number(downloads.done), all: format.number(downloads.all), ns: 'overview' })
          : format.number(downloads.count)}
      </span>
      <span className={classes.badge}>
        <StatusBadge row={row} now={now} />
      </span>
    </li>
  )
}

const Skeleton = () => (
  <div className={classes.rows} aria-busy="true">
    {skeletons.map((skeleton) => (
      <div key={skeleton} className={classes.row}>
        <span className={classes.skeletonIcon} />
        <span className={classes.skeletonLine} />
      </div>
    ))}
  </div>
)
