/** One of the people: how far it has come with them, and what helps where it has not. */
import type { DetailRecipient, TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { BellRing, Ellipsis, MailPlus, PencilLine, UserMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { initialsOf } from '../../lib/initials.ts'
import { agoText } from '../../lib/times.ts'
import { mayDo } from '../../product/transfers/may-do.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import classes from './people.module.css'
import { isAwaited, nameOf, olderVersionOf, type Standing, type StandingKind, standingOf, wasJustReminded } from './standing.ts'

export type PersonAct = 'correct' | 'resend' | 'remind' | 'remove'
type Props = {
  person: DetailRecipient
  detail: Pick<TransferDetail, 'transfer' | 'version'>
  now: number
  onAct: (act: PersonAct, person: DetailRecipient) => void
}

const texts = {
  waits: 'personWaits',
  queued: 'personQueued',
  waiting: 'personWaiting',
  refused: 'personRefused',
  sent: 'personSent',
  deferred: 'personDeferred',
  bounced: 'personBounced',
  opened: 'personOpened',
  started: 'personStarted',
  partly: 'personPartly',
  downloaded: 'personDownloaded',
} as const satisfies Record<StandingKind, string>

const tones: Partial<Record<StandingKind, string>> = {
  downloaded: 'good',
  bounced: 'bad',
  refused: 'warning',
  deferred: 'warning',
}

export function Person({ person, detail, now, onAct }: Props) {
  const { status } = detail.transfer
  const { email, name, company } = person
  const standing = standingOf(person, status === 'uploading')
  const second = [name && email, company].filter(Boolean).join(' · ')
  return (
    <div className={classes.person}>
      <Avatar initials={initialsOf(name, email)} size={38} />
      <span className={classes.words}>
        <bdi className={classes.name} title={nameOf(person)}>
          {nameOf(person)}
        </bdi>
        {second && (
          <bdi className={classes.second} title={second}>
            {second}
          </bdi>
        )}
        <StandingLine {...{ person, detail, standing, now }} />
      </span>
      {mayDo(detail.transfer, 'change') && <PersonMenu {...{ person, detail, standing, now, onAct }} />}
    </div>
  )
}

type LineProps = Pick<Props, 'person' | 'detail' | 'now'> & { standing: Standing }

function StandingLine({ person, detail, standing: { kind, at }, now }: LineProps) {
  const { t } = useTranslation('detail')
  const format = useFormat()
  const language = useLanguage()
  const ago = (at: number) => agoText(at, now, language) ?? t('justNow')
  const { downloads, remindedAt, reason, takenFiles } = person
  const older = olderVersionOf(person, detail)
  const numbers = {
    taken: format.number(takenFiles),
    count: detail.transfer.fileNumber,
    number: format.number(detail.transfer.fileNumber),
  }
  const more = [
    older !== null && t('personOlder', { version: format.number(older) }),
    downloads > 1 && t('personDownloads', { number: format.number(downloads) }),
    remindedAt !== null && kind !== 'downloaded' && t('personReminded', { when: ago(remindedAt) }),
  ].filter(Boolean)
  return (
    <>
      <span className={classes.standing} data-tone={tones[kind]} title={at === null ? undefined : format.dateTime(new Date(at))}>
        {[t(texts[kind], { when: at === null ? '' : ago(at), ...numbers }), ...more].join(' · ')}
      </span>
      {reason && (kind === 'bounced' || kind === 'deferred') && (
        <span className={classes.reason} title={reason}>
          {reason}
        </span>
      )}
    </>
  )
}

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

function PersonMenu({ person, detail, standing, now, onAct }: Props & { standing: Standing }) {
  const { t } = useTranslation('detail')
  const { status } = detail.transfer
  const isOpen = status === 'active' || status === 'limitReached'
  const isLive = isOpen || status === 'uploading'
  const canMail = isOpen && person.state !== 'queued' && person.state !== 'waiting'
  const does = (act: PersonAct) => () => onAct(act, person)
  const entries: (MenuEntry | false)[] = [
    canMail &&
      isAwaited(standing) &&
      !wasJustReminded(person, now) && { label: t('remind'), icon: <BellRing {...icon} />, onSelect: does('remind') },
    canMail && { label: t('resend'), icon: <MailPlus {...icon} />, onSelect: does('resend') },
    isLive &&
      standing.kind !== 'downloaded' && { label: t('correct'), icon: <PencilLine {...icon} />, onSelect: does('correct') },
    { label: t('remove'), icon: <UserMinus {...icon} />, isDangerous: true, onSelect: does('remove') },
  ]
  return (
    <Menu
      label={t('actionsFor', { name: nameOf(person) })}
      icon={<Ellipsis {...icon} size={20} />}
      entries={entries.filter((entry) => entry !== false)}
    />
  )
}
