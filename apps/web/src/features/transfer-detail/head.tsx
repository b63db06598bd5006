/** What was sent, how its link stands, and the link itself. */
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import type { TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { badgeOf } from '@sampan/contract/rules/transfer-standing'
import { Copy, LockOpen, QrCode, Share2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { untilText } from '../../lib/times.ts'
import { useSession } from '../../product/session/session.ts'
import { mayDo, mayPassOn } from '../../product/transfers/may-do.ts'
import { Stalled } from '../../product/transfers/stalled.tsx'
import { canShare, lifeOf, toneOf } from '../../product/transfers/transfer-status.ts'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import classes from './head.module.css'
import { MoreTime } from './more-time.tsx'
import { QrDialog } from './qr-dialog.tsx'
import { opensToAnyone, type TransferActs } from './use-acts.ts'
import { useTransferName } from './use-transfer-name.ts'
import { WhoElse } from './who-else.tsx'

type Props = { detail: TransferDetail; now: number; acts: TransferActs; onAllowMore: () => void }
type PartProps = Omit<Props, 'detail' | 'onAllowMore'> & { transfer: TransferRecord }

const statusTexts = {
  active: 'statusActive',
  downloaded: 'statusDownloaded',
  expiring: 'statusExpiring',
  expired: 'statusExpired',
  disabled: 'statusDisabled',
  uploading: 'statusUploading',
  stalled: 'statusStalled',
  limitReached: 'statusLimitReached',
  takenDown: 'statusTakenDown',
} as const

export function Head({ detail, now, acts, onAllowMore }: Props) {
  const { transfer } = detail
  const { t } = useTranslation('detail')
  const heading = useRef<HTMLHeadingElement>(null)
  const language = useLanguage()
  const title = useTransferName()(transfer)
  const kind = badgeOf(transfer, now)
  const mayChange = mayDo(transfer, 'change')
  // Of who is suspended every link is closed, and opened again by nobody but the operator.
  const isSuspended = useSession().user?.status === 'revoke'
  return (
    <header className={classes.head}>
      <h2 ref={heading} className={classes.title} title={title} tabIndex={-1}>
        <bdi>{title}</bdi>
      </h2>
      <Life transfer={transfer} now={now} />
      <p className={classes.marks}>
        <Badge tone={toneOf(kind)}>{t(statusTexts[kind], { when: untilText(transfer.expiryDate, now, language) })}</Badge>
        <Marks transfer={transfer} />
      </p>
      <Stalled transfer={transfer} now={now} />
      {transfer.status === 'takenDown' && <p className={classes.hint}>{t('takenDownText')}</p>}
      {transfer.status === 'limitReached' && (
        <p className={classes.hint}>
          {t(mayChange ? 'limitReachedText' : 'limitIsReached')}{' '}
          {mayChange && (
            <button type="button" className={classes.more} onClick={onAllowMore}>
              {t('limitAllowMore')}
            </button>
          )}
        </p>
      )}
      {/* With the press the button goes, and the focus with it. */}
      <MoreTime detail={detail} acts={acts} onGiven={() => heading.current?.focus({ preventScroll: true })} />
      {transfer.status === 'disabled' ? (
        <Closed
          mayOpen={mayChange && !isSuspended}
          acts={acts}
          onOpened={() => heading.current?.focus({ preventScroll: true })}
        />
      ) : (
        canShare(transfer) && <LinkTools transfer={transfer} acts={acts} />
      )}
      <WhoElse transfer={transfer} className={classes.hint} />
    </header>
  )
}

function Life({ transfer, now }: Omit<PartProps, 'acts'>) {
  const { t } = useTranslation('detail')
  const format = useFormat()
  const { fileNumber, totalBytes, dateSent, expiryDate, status } = transfer
  const isNever = lifeOf(transfer, now) === 'never'
  const date = format.dateTime(new Date(expiryDate))
  return (
    <Facts className={classes.facts}>
      {t('fileCount', { count: fileNumber, number: format.number(fileNumber) })}
      {format.bytes(totalBytes)}
      {t('sentAt', { date: format.dateTime(new Date(dateSent)) })}
      {(status !== 'disabled' || expiryDate <= now) &&
        (isNever ? t('neverExpires') : t(expiryDate > now ? 'expiresAt' : 'expiredAt', { date }))}
    </Facts>
  )
}

function Marks({ transfer: { hasPassword, isRestricted, downloadLimit } }: Pick<PartProps, 'transfer'>) {
  const { t } = useTranslation('detail')
  const format = useFormat()
  return (
    <>
      {hasPassword && <Badge tone="plain">{t('hasPassword')}</Badge>}
      {isRestricted && <Badge tone="plain">{t('isRestricted')}</Badge>}
      {downloadLimit !== null && (
        <Badge tone="plain">{t('hasLimit', { count: downloadLimit, number: format.number(downloadLimit) })}</Badge>
      )}
    </>
  )
}

const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const

function LinkTools({ transfer, acts }: Omit<PartProps, 'now'>) {
  const { t } = useTranslation('detail')
  const [showsQr, setShowsQr] = useState(false)
  if (transfer.isRestricted) return <p className={classes.hint}>{t('onlyNamed')}</p>
  if (!mayPassOn(transfer)) return null
  const showQr = async () => setShowsQr(await acts.opened(transfer))
  return (
    <>
      <div className={classes.tools}>
        <Tool isBusy={acts.isBusy} onPress={() => void acts.copy(transfer)} text={t('copyLink')}>
          <Copy {...icon} />
        </Tool>
        <Tool isBusy={acts.isBusy} onPress={() => void showQr()} text={t('showQr')}>
          <QrCode {...icon} />
        </Tool>
        {'share' in navigator && (
          <Tool isBusy={acts.isBusy} onPress={() => void acts.share(transfer)} text={t('share')}>
            <Share2 {...icon} />
          </Tool>
        )}
      </div>
      {opensToAnyone(transfer) && <p className={classes.hint}>{t('opensToAnyone')}</p>}
      {showsQr && <QrDialog url={transfer.linkUrl} onClose={() => setShowsQr(false)} />}
    </>
  )
}

type ClosedProps = Pick<Props, 'acts'> & { mayOpen: boolean; onOpened: () => void }

/** Nobody is given the link meanwhile; with the press the button goes, and the focus with it. */
function Closed({ mayOpen, acts, onOpened }: ClosedProps) {
  const { t } = useTranslation('detail')
  if (!mayOpen) return <p className={classes.hint}>{t('isClosed')}</p>
  const open = async () => {
    onOpened()
    await acts.setClosed(false)
  }
  return (
    <>
      <p className={classes.hint}>{t('isClosedByYou')}</p>
      <div className={classes.tools}>
        <Tool isBusy={acts.isBusy} onPress={() => void open()} text={t('openLink')}>
          <LockOpen {...icon} />
        </Tool>
      </div>
    </>
  )
}

type ToolProps = { text: string; isBusy: boolean; onPress: () => void; children: ReactNode }

const Tool = ({ text, isBusy, onPress, children }: ToolProps) => (
  <button type="button" className={classes.tool} aria-disabled={isBusy} onClick={() => !isBusy && onPress()}>
    {children}
    {text}
  </button>
)
