/** Who asks, for what, until when, and what is taken: before anything is picked. */
import type { RequestView } from '@sampan/contract/routes/request-page'
import { isGroup } from '@sampan/contract/rules/accepted-types'
import { about } from '@sampan/texts/registry/about'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { initialsOf } from '../../lib/initials.ts'
import { shownName } from '../../lib/safe-text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Facts } from '../../ui/facts.tsx'
import { requesterName } from './names.ts'
import classes from './request-page.module.css'

export function RequestHead({ view }: { view: RequestView }) {
  const { t } = useTranslation('request')
  const { requester, title, message } = view
  const isOpen = view.state === 'open'
  const takesOnlySentBack = isOpen && view.documents.some(({ isOpen }) => !isOpen)
  return (
    <header className={classes.head}>
      <div className={classes.who}>
        <Avatar
          initials={initialsOf(requester?.name ?? '', requester?.email ?? '')}
          picture={requester?.profilePic || requester?.logoPic || ''}
        />
        <div>
          <h1>
            <bdi>{t('asks', { who: requesterName(view, t('someone')) })}</bdi>
          </h1>
          <Facts className={classes.facts}>
            {requester?.name.trim() ? <bdi>{requester.email}</bdi> : null}
            {requester?.company ? <bdi>{shownName(requester.company)}</bdi> : null}
            {(view.dueAt !== null || view.endsAt !== null) && <Until view={view} />}
          </Facts>
        </div>
      </div>
      {takesOnlySentBack && <p className={classes.note}>{t('onlySentBack')}</p>}
      {title && <p className={classes.title}>{title}</p>}
      {message && <p className={classes.message}>{message}</p>}
      {isOpen && <Limits view={view} />}
    </header>
  )
}

function Until({ view: { dueAt, endsAt, isLate } }: { view: RequestView }) {
  const { t } = useTranslation('request')
  const format = useFormat()
  if (dueAt !== null)
    return (
      <span data-late={isLate || undefined}>{t(isLate ? 'late' : 'due', { date: format.dateTimeInZone(new Date(dueAt)) })}</span>
    )
  return endsAt === null ? null : <span>{t('ends', { date: format.dateTimeInZone(new Date(endsAt)) })}</span>
}

/** "images, PDF, .dwg" */
export function useTypes(): (accept: readonly string[]) => string {
  const { t } = useTranslation('request')
  const { comma } = about[useLanguage()]
  return (accept) => accept.map((type) => (isGroup(type) ? t(`type_${type}`) : type)).join(comma)
}

function Limits({ view }: { view: RequestView }) {
  const { t } = useTranslation('request')
  const format = useFormat()
  const types = useTypes()
  const { accept, maxFileBytes, maxTotalBytes, maxFiles, submissionsLeft } = view
  const counted = (count: number) => ({ count, number: format.number(count) })
  return (
    <Facts className={classes.limits}>
      {accept.length > 0 && t('takenTypes', { types: types(accept) })}
      {maxFileBytes !== null && t('takenFile', { size: format.bytes(maxFileBytes) })}
      {t('takenTotal', { size: format.bytes(maxTotalBytes) })}
      {t('takenFiles', counted(maxFiles))}
      {submissionsLeft !== null && t('takenLeft', counted(submissionsLeft))}
    </Facts>
  )
}
