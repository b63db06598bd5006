/** One transfer: what was sent, to whom, who has it by now, and how its link stands. */
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { Gauge, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import classes from './row.module.css'
import { RowDownloads } from './row-downloads.tsx'
import { RowMenu } from './row-menu.tsx'
import { allPeople, bouncedOf, peopleOf } from './row-texts.ts'
import { badgeOf, lifeOf, toneOf } from './status.ts'
import { dayText, untilText } from './times.ts'
import type { TransferActions } from './use-transfer-actions.ts'

type Props = { row: TransferRecord; now: number; actions: TransferActions }

export const Row = ({ row, now, actions }: Props) => (
  <div className={classes.row}>
    <span className={classes.icon}>
      <FileIcon path={row.fileName} />
    </span>
    <Files row={row} now={now} />
    <To row={row} />
    <RowDownloads row={row} now={now} />
    <span className={classes.status} data-pending={actions.pending.has(row.slug) || undefined}>
      <Status row={row} now={now} />
    </span>
    <span className={classes.menu}>
      <RowMenu row={row} actions={actions} />
    </span>
  </div>
)

function Files({ row, now }: Omit<Props, 'actions'>) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const language = useLanguage()
  const files = t('fileCount', { count: row.fileNumber, number: format.number(row.fileNumber) })
  return (
    <span className={classes.files}>
      <bdi className={classes.name} title={row.fileName}>
        {row.fileName}
      </bdi>
      <span className={classes.detail}>
        {`${files} · ${format.bytes(row.totalBytes)} · `}
        <time dateTime={new Date(row.dateSent).toISOString()} title={format.dateTime(new Date(row.dateSent))}>
          {dayText(row.dateSent, now, language)}
        </time>
        <Marks row={row} />
      </span>
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

function To({ row }: Pick<Props, 'row'>) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const people = peopleOf(row)
  const bounced = bouncedOf(row)
  return (
    <span className={classes.to}>
      {people ? (
        <span className={classes.people} title={allPeople(row)}>
          <bdi className={classes.address}>{people.first}</bdi>
          {people.others > 0 && <span>{t('others', { number: format.number(people.others) })}</span>}
        </span>
      ) : (
        <span className={classes.people}>{t('link')}</span>
      )}
      {bounced > 0 && (
        <span className={classes.bounced}>
          {people?.total === 1 ? t('bouncedOnly') : t('bounced', { count: bounced, number: format.number(bounced) })}
        </span>
      )}
    </span>
  )
}

function Status({ row, now }: Omit<Props, 'actions'>) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const language = useLanguage()
  const kind = badgeOf(row, now)
  const life = lifeOf(row, now)
  const texts = {
    active: 'statusActive',
    downloaded: 'statusDownloaded',
    expiring: 'statusExpiring',
    expired: 'statusExpired',
    disabled: 'statusDisabled',
    uploading: 'statusUploading',
    limitReached: 'statusLimitReached',
    takenDown: 'statusTakenDown',
  } as const
  return (
    <span className={classes.standing} title={life === 'never' ? undefined : format.dateTime(new Date(row.expiryDate))}>
      <Badge tone={toneOf(kind)}>{t(texts[kind], { when: untilText(row.expiryDate, now, language) })}</Badge>
      {life && (
        <span className={classes.life}>
          {life === 'never' ? t('neverExpires') : t('until', { day: dayText(row.expiryDate, now, language) })}
        </span>
      )}
    </span>
  )
}
