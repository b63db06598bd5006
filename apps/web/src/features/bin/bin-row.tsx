import { Button } from '@mantine/core'
import type { BinEntry } from '@sampan/contract/routes/bin'
import { Inbox, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { agoText, untilText } from '../../lib/times.ts'
import classes from './bin.module.css'

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = { row: BinEntry; now: number; isBusy: boolean; onRestore: () => void; onErase: () => void }

export function BinRow({ row, now, isBusy, onRestore, onErase }: Props) {
  const { t, i18n } = useTranslation('bin')
  const format = useFormat()
  const language = i18n.language as Parameters<typeof untilText>[2]
  const name = row.title || t('untitled')
  const size = t('files', { count: row.fileNumber, number: format.number(row.fileNumber), size: format.bytes(row.totalBytes) })
  const ago = agoText(row.deletedAt, now, language)
  const kind = row.kind === 'request' ? t('request') : row.receivedFrom !== null ? t('received', { from: row.receivedFrom }) : ''
  const others = (row.sentTo?.count ?? 1) - 1
  const sentTo =
    row.sentTo && t(others ? 'toMore' : 'to', { email: row.sentTo.email, count: others, number: format.number(others) })
  return (
    <div className={classes.row}>
      <span className={classes.icon}>
        {row.kind === 'request' || row.receivedFrom !== null ? <Inbox {...icon} /> : <Send {...icon} />}
      </span>
      <span className={classes.what}>
        <span className={classes.name} title={name}>
          <bdi>{name}</bdi>
        </span>
        <span className={classes.detail}>
          {[kind, sentTo, size, ago ? t('deletedAgo', { ago }) : t('deletedNow')].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={classes.until} title={format.dateTime(new Date(row.restorableUntil))}>
        {t('until', { when: untilText(row.restorableUntil, now, language) })}
      </span>
      <span className={classes.acts}>
        <Button variant="default" h={44} loading={isBusy} aria-label={t('restoreName', { name })} onClick={onRestore}>
          {t('restore')}
        </Button>
        <button type="button" className={classes.erase} disabled={isBusy} aria-label={t('eraseName', { name })} onClick={onErase}>
          {t('erase')}
        </button>
      </span>
    </div>
  )
}

/** Stands in for a row, as large as one. */
export const BinRowSkeleton = () => (
  <div className={classes.row} aria-hidden="true">
    <span className={classes.icon} />
    <span className={classes.what}>
      <span className={classes.line} />
    </span>
  </div>
)
