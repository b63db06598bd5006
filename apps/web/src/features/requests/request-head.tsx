/** What a request is, how far it has come, and what can be done with all of it. */
import { Button } from '@mantine/core'
import { dashRequestsPath } from '@sampan/contract/paths'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { ArrowLeft, BellRing, Download, Eye, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { Bar } from './bar.tsx'
import { remindWait } from './grid-rules.ts'
import classes from './request.module.css'
import { type MenuAct, RequestMenu } from './request-menu.tsx'
import { StatusBadge } from './row.tsx'
import { useRequestWords } from './words.ts'

export type HeadAct = MenuAct | 'review' | 'download' | 'remind' | 'add' | 'askAddress'
type Props = { detail: RequestDetail; now: number; isBusy: boolean; onAct: (act: HeadAct) => void }

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

export function RequestHead({ detail, now, isBusy, onAct }: Props) {
  const { t } = useTranslation('received')
  const { request, counts } = detail
  const words = useRequestWords(now)
  const title = words.title(request)
  return (
    <header className={classes.head}>
      <Link className={classes.back} to={dashRequestsPath}>
        <ArrowLeft {...icon} />
        {t('toList')}
      </Link>
      <div className={classes.title}>
        <h1 tabIndex={-1}>{title}</h1>
        <StatusBadge status={request.status} />
        <span className={classes.menu}>
          <RequestMenu detail={detail} title={title} onAct={onAct} />
        </span>
      </div>
      {request.status === 'takenDown' && <p className={classes.message}>{t('takenDownText')}</p>}
      {request.message && <p className={classes.message}>{request.message}</p>}
      <Progress detail={detail} now={now} />
      <Waiting {...{ detail, isBusy, onAct }} />
      <div className={classes.acts}>
        {request.toReviewCount > 0 && (
          <Button h={46} leftSection={<Eye {...icon} />} onClick={() => onAct('review')}>
            {t('reviewFiles', { count: request.toReviewCount })}
          </Button>
        )}
        {counts.files > 0 && (
          <Button
            variant={request.toReviewCount > 0 || request.receivedCount === 0 ? 'default' : 'filled'}
            h={46}
            leftSection={<Download {...icon} />}
            loading={isBusy}
            onClick={() => onAct('download')}
          >
            {t('downloadAll')}
          </Button>
        )}
        <Remind {...{ detail, now, onAct }} />
        {request.status === 'open' && (
          <Button variant="default" h={46} leftSection={<UserPlus {...icon} />} onClick={() => onAct('add')}>
            {t('addPeople')}
          </Button>
        )}
        {request.status !== 'open' && request.status !== 'takenDown' && (
          <Button variant="default" h={46} onClick={() => onAct(request.state === 'closed' ? 'reopen' : 'extend')}>
            {t(request.state === 'closed' ? 'reopen' : 'extend')}
          </Button>
        )}
      </div>
    </header>
  )
}

/** An address for notices that has not been confirmed by its reader. */
function Waiting({ detail: { request }, isBusy, onAct }: Pick<Props, 'detail' | 'isBusy' | 'onAct'>) {
  const { t } = useTranslation('received')
  if (request.notifyEmailState !== 'waiting') return null
  return (
    <p className={classes.message}>
      {t('addressWaits', { email: request.notifyEmail ?? '' })}{' '}
      <Button variant="subtle" size="compact-md" disabled={isBusy} onClick={() => onAct('askAddress')}>
        {t('askAddress')}
      </Button>
    </p>
  )
}

/** Pressed again at once it would mail nobody. */
export function Remind({ detail: { request, counts }, now, onAct }: Pick<Props, 'detail' | 'now' | 'onAct'>) {
  const { t } = useTranslation('received')
  const count = counts.awaited
  const format = useFormat()
  const wait = remindWait({ remindedAt: counts.awaitedRemindedAt ?? null }, now)
  return (
    request.status === 'open' &&
    count > 0 && (
      <Button
        variant="default"
        h={46}
        leftSection={<BellRing {...icon} />}
        disabled={wait !== null}
        onClick={() => onAct('remind')}
      >
        {wait !== null ? t('remindedWait', { time: format.duration(wait) }) : t('remindAll', { count })}
      </Button>
    )
  )
}

function Progress({ detail: { request }, now }: Pick<Props, 'detail' | 'now'>) {
  const words = useRequestWords(now)
  const format = useFormat()
  const end = request.dueAt ?? request.expiryDate
  const uploading = words.uploading(request)
  return (
    <div className={classes.progress}>
      <span className={classes.sum}>
        <b>{words.received(request)}</b>
        {uploading && <em role="status">{uploading}</em>}
      </span>
      <Bar value={request.receivedCount} max={request.expectedCount} />
      <span className={classes.facts}>
        <span>{words.people(request)}</span>
        <span title={end === null ? undefined : format.dateTime(new Date(end))}>{words.ends(request)}</span>
        <span>{words.latest(request)}</span>
      </span>
    </div>
  )
}
