/** One of the people who were asked: their link, what they wrote, and what can be done about what is missing. */
import { Button } from '@mantine/core'
import { timingsMs } from '@sampan/contract/limits'
import type { RequestSupplier } from '@sampan/contract/routes/request-grid'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import type { MailState } from '@sampan/contract/states'
import { BellRing, Download, Link2, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { agoText } from '../../lib/times.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Question } from '../../ui/question.tsx'
import type { ToastsOfPage } from '../../ui/toasts.tsx'
import { isAwaited, nameOf, remindWait } from './grid-rules.ts'
import { Talk } from './talk.tsx'
import type { Act } from './use-act.ts'
import type { RequestChanges } from './use-request-changes.ts'
import classes from './windows.module.css'

type Props = {
  detail: RequestDetail
  supplier: RequestSupplier
  now: number
  changes: RequestChanges
  act: Act
  toasts: ToastsOfPage
  onClose: () => void
}

const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const
const mailTexts = {
  queued: 'mailQueued',
  waiting: 'mailQueued',
  sent: 'mailSent',
  deferred: 'mailDeferred',
  bounced: 'mailBounced',
  refused: 'mailRefused',
} as const satisfies Record<MailState, string>

function useMailWords(supplier: RequestSupplier, now: number): string {
  const { t } = useTranslation('received')
  const language = useLanguage()
  const ago = (at: number) => agoText(at, now, language) ?? t('justNow')
  const { mailState, mailReason, openedAt, remindedAt } = supplier
  const mail = mailState ? t(mailTexts[mailState]) : ''
  return [
    mail && (mailReason ? t('withReason', { text: mail, reason: mailReason }) : mail),
    openedAt !== null && t('opened', { when: ago(openedAt) }),
    remindedAt !== null && t('wasReminded', { when: ago(remindedAt) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

export function SupplierWindow({ detail, supplier, now, changes, act, toasts, onClose }: Props) {
  const { t } = useTranslation('received')
  const [isLeaving, setLeaving] = useState(false)
  const format = useFormat()
  const mail = useMailWords(supplier, now)
  const wait = remindWait(supplier, now)
  const { request, documents } = detail
  const { linkUrl, email, company } = supplier
  const name = nameOf(supplier) || t('someone')
  const hasFiles = supplier.slots.some(({ files }) => files.length > 0)
  async function copy(url: string) {
    if (await copyText(url)) toasts.show({ text: t('linkCopied'), lifeMs: timingsMs.toast })
    else toasts.show({ text: t('copyByHand'), detail: url, lifeMs: timingsMs.overLimitNotice })
  }
  async function remind() {
    const reminded = await act(() => changes.remind([supplier._id]), t('reminded', { name }))
    if (reminded) onClose()
  }
  async function remove() {
    setLeaving(false)
    if (await act(() => changes.removePerson(supplier._id), t('removed', { name }))) onClose()
  }
  if (isLeaving)
    return (
      <Question title={t('removeTitle', { name })} text={t('removeText')} onClose={() => setLeaving(false)}>
        <Button variant="default" h={46} onClick={() => setLeaving(false)}>
          {t('cancel')}
        </Button>
        <Button h={46} onClick={() => void remove()}>
          {t('removeSure')}
        </Button>
      </Question>
    )
  return (
    <Dialog title={name} closeLabel={t('closeWindow')} size={560} onClose={onClose}>
      <p className={classes.text}>{[name === email ? '' : email, company].filter(Boolean).join(' · ')}</p>
      {mail && (
        <p className={classes.text} data-bad={supplier.mailState === 'bounced' || undefined}>
          {mail}
        </p>
      )}
      <div className={classes.tools}>
        {linkUrl && (
          <Button variant="default" h={44} leftSection={<Link2 {...icon} />} onClick={() => void copy(linkUrl)}>
            {t('copyLink')}
          </Button>
        )}
        {request.status === 'open' && isAwaited(supplier, documents) && (
          <Button
            variant="default"
            h={44}
            leftSection={<BellRing {...icon} />}
            disabled={wait !== null}
            onClick={() => void remind()}
          >
            {wait !== null ? t('remindedWait', { time: format.duration(wait) }) : t('remind')}
          </Button>
        )}
        {hasFiles && (
          <Button
            variant="default"
            h={44}
            leftSection={<Download {...icon} />}
            onClick={() => void act(() => changes.download({ supplierId: supplier._id }))}
          >
            {t('downloadTheirs')}
          </Button>
        )}
        {supplier.isInvited && (
          <Button variant="default" h={44} leftSection={<UserMinus {...icon} />} onClick={() => setLeaving(true)}>
            {t('remove')}
          </Button>
        )}
      </div>
      <Talk supplier={supplier} now={now} onSay={(text) => act(() => changes.comment(supplier._id, text))} />
    </Dialog>
  )
}
