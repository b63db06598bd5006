/** One transfer: what was sent, to whom, who has it by now, and how its link stands. */
import { dashRequestPath, dashTransferPath } from '@sampan/contract/paths'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { Gauge, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { sentText } from '../../lib/times.ts'
import { useAuthorName } from '../../product/session/team.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import classes from './row.module.css'
import { RowDownloads } from './row-downloads.tsx'
import { RowMenu } from './row-menu.tsx'
import { RowStatus } from './row-status.tsx'
import { allPeople, nameOf, peopleOf } from './row-texts.ts'
import type { Selection } from './use-selection.ts'
import type { TransferActions } from './use-transfer-actions.ts'

type Props = {
  row: TransferRecord
  index: number
  now: number
  actions: TransferActions
  selection: Selection
  /** Its detail is open beside the list. */
  isOpen: boolean
}

export const Row = ({ row, index, now, actions, selection, isOpen }: Props) => (
  <div className={classes.row} data-selected={selection.has(row.slug) || undefined} data-open={isOpen || undefined}>
    <RowCheck row={row} index={index} selection={selection} />
    <span className={classes.icon}>
      <FileIcon path={row.fileName} />
    </span>
    <Files row={row} now={now} isOpen={isOpen} />
    <To row={row} />
    {row.receivedBy ? <span className={classes.downloads} /> : <RowDownloads row={row} now={now} />}
    <span className={classes.status} data-pending={actions.pending.has(row.slug) || undefined}>
      <RowStatus row={row} now={now} />
    </span>
    <span className={classes.menu}>
      <RowMenu row={row} actions={actions} />
    </span>
  </div>
)

/** With Shift, from the row that was chosen last to this one. */
function RowCheck({ row, index, selection }: Pick<Props, 'row' | 'index' | 'selection'>) {
  const { t } = useTranslation('dash')
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label={t('select', { name: nameOf(row) })}
        checked={selection.has(row.slug)}
        onChange={(event) => selection.choose(index, row, (event.nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  )
}

function Files({ row, now, isOpen }: Pick<Props, 'row' | 'now' | 'isOpen'>) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const language = useLanguage()
  const { search } = useLocation()
  const files = t('fileCount', { count: row.fileNumber, number: format.number(row.fileNumber) })
  const author = useAuthorName()(row.authorId)
  return (
    <span className={classes.files}>
      <Link
        className={classes.name}
        title={nameOf(row)}
        to={row.receivedBy ? dashRequestPath(row.receivedBy.requestSlug) : { pathname: dashTransferPath(row.slug), search }}
        aria-current={isOpen ? 'true' : undefined}
        preventScrollReset
      >
        <bdi>{nameOf(row)}</bdi>
      </Link>
      <span className={classes.detail}>
        {`${files} · ${format.bytes(row.totalBytes)} · `}
        <time dateTime={new Date(row.dateSent).toISOString()} title={format.dateTime(new Date(row.dateSent))}>
          {sentText(row.dateSent, now, language)}
        </time>
        {author && ` · ${t('byAuthor', { name: author })}`}
        <Marks row={row} />
      </span>
      {row.foundBy && row.foundBy.text !== row.emailTo[0]?.email && <FoundBy {...row.foundBy} />}
    </span>
  )
}

const foundIn = { file: 'foundFile', recipient: 'foundRecipient', message: 'foundMessage' } as const

/** Why the row is there, where nothing else in it says so. */
function FoundBy({ kind, text }: NonNullable<TransferRecord['foundBy']>) {
  const { t } = useTranslation('dash')
  return (
    <span className={classes.found} title={text}>
      {t(foundIn[kind], { text })}
    </span>
  )
}

function Marks({ row: { hasPassword, downloadLimit } }: Pick<Props, 'row'>) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const limit = downloadLimit && t('hasLimit', { count: downloadLimit, number: format.number(downloadLimit) })
  return (
    <>
      {hasPassword && (
        <span className={classes.mark} title={t('hasPassword')}>
          <Lock size={13} strokeWidth={2} aria-hidden="true" />
          <span className="visually-hidden">{t('hasPassword')}</span>
        </span>
      )}
      {limit && (
        <span className={classes.mark} title={limit}>
          <Gauge size={14} strokeWidth={2} aria-hidden="true" />
          <span className="visually-hidden">{limit}</span>
        </span>
      )}
    </>
  )
}

function From({ name, email }: NonNullable<TransferRecord['receivedBy']>) {
  const { t } = useTranslation('dash')
  const who = name || email || t('someone')
  return (
    <span className={classes.people} title={email || who}>
      <bdi className={classes.address}>{who}</bdi>
    </span>
  )
}

function To({ row }: Pick<Props, 'row'>) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const people = peopleOf(row)
  const { bounced, refused } = row.people
  return (
    <span className={classes.to}>
      {row.receivedBy ? (
        <From {...row.receivedBy} />
      ) : people ? (
        <span className={classes.people} title={allPeople(row)}>
          <bdi className={classes.address}>{people.first}</bdi>
          {people.others > 0 && <span>{t('others', { number: format.number(people.others) })}</span>}
        </span>
      ) : (
        <span className={classes.people}>{t('link')}</span>
      )}
      {refused > 0 && (
        <span className={classes.bounced}>
          {people?.total === 1 ? t('refusedOnly') : t('refused', { count: refused, number: format.number(refused) })}
        </span>
      )}
      {bounced > 0 && (
        <span className={classes.bounced}>
          {people?.total === 1 ? t('bouncedOnly') : t('bounced', { count: bounced, number: format.number(bounced) })}
        </span>
      )}
    </span>
  )
}
