/** One recipient: how far the transfer has come, and what helps where it has not. */
import { timingsMs } from '@sampan/contract/limits'
import type { ManagedRecipient, ManagedTransfer } from '@sampan/contract/routes/manage'
import { Link2, MailPlus, PencilLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { copyText } from '../../ui/copy-text.ts'
import type { ToastsOfPage } from '../../ui/toasts.tsx'
import { CorrectForm } from './correct-form.tsx'
import classes from './manage.module.css'
import type { ManageActions } from './queries.ts'

type Props = {
  person: ManagedRecipient
  view: ManagedTransfer
  /** null where nothing can be done any more. */
  actions: ManageActions | null
  show: ToastsOfPage['show']
  /** The form for the address of this person was left last. */
  isBack: boolean
  onBack: (email: string) => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

function useStanding({ state, mailedAt, openedAt, downloadedAt }: ManagedRecipient, isUploading: boolean) {
  const { t } = useTranslation('manage')
  const format = useFormat()
  const on = (at: number) => ({ date: format.dateTime(new Date(at)) })
  if (downloadedAt !== null) return { text: t('downloaded', on(downloadedAt)), tone: 'good' }
  if (openedAt !== null) return { text: t('opened', on(openedAt)), tone: 'plain' }
  if (state === 'bounced') return { text: t('mailBounced'), tone: 'bad' }
  if (isUploading) return { text: t('waitsForUpload'), tone: 'plain' }
  if (state === 'refused') return { text: t('mailRefused'), tone: 'bad' }
  if (state === 'waiting') return { text: t('mailWaiting'), tone: 'plain' }
  return { text: state === 'sent' && mailedAt !== null ? t('mailSent', on(mailedAt)) : t('mailQueued'), tone: 'plain' }
}

export function Person({ person, view, actions, show, isBack, onBack }: Props) {
  const standing = useStanding(person, view.status === 'uploading')
  const [isCorrecting, setCorrecting] = useState(false)
  function leave(email: string) {
    setCorrecting(false)
    onBack(email)
  }
  return (
    <li className={classes.person}>
      <bdi className={classes.email}>{person.email}</bdi>
      <span className={classes.standing} data-tone={standing.tone}>
        {standing.text}
      </span>
      {actions && isCorrecting && <CorrectForm person={person} actions={actions} show={show} onDone={leave} />}
      {actions && !isCorrecting && <Actions {...{ person, view, actions, show, isBack }} onCorrect={() => setCorrecting(true)} />}
    </li>
  )
}

type ActionsProps = Omit<Props, 'actions' | 'onBack'> & { actions: ManageActions; onCorrect: () => void }

function Actions({ person, view, actions: { resend }, show, isBack, onCorrect }: ActionsProps) {
  const { t } = useTranslation('manage')
  const problemText = useProblemText()
  const { email, recipientId, state, linkUrl, downloadedAt } = person
  const correct = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isBack) correct.current?.focus()
  }, [isBack])
  const isResending = resend.isPending && resend.variables === recipientId
  const named = (action: string) => t('actionOf', { action, email })
  const say = (text: string, more: object = {}) => show({ about: recipientId, text, lifeMs: timingsMs.toast, ...more })
  async function sendAgain() {
    try {
      await resend.mutateAsync(recipientId)
      say(t('mailedAgain', { email }))
    } catch (error) {
      say(problemText(error), { tone: 'problem', lifeMs: timingsMs.longNotice })
    }
  }
  async function copy(url: string) {
    if (await copyText(url)) say(t('linkCopied'), { detail: t('personalLink', { email }) })
    else say(t('copyByHand'), { detail: url, lifeMs: timingsMs.overLimitNotice })
  }
  return (
    <span className={classes.actions}>
      {view.status === 'active' && state !== 'queued' && state !== 'waiting' && (
        <button type="button" aria-label={named(t('sendAgain'))} disabled={isResending} onClick={() => void sendAgain()}>
          <MailPlus {...icon} />
          {t('sendAgain')}
        </button>
      )}
      {downloadedAt === null && (
        <button ref={correct} type="button" aria-label={named(t('correct'))} onClick={onCorrect}>
          <PencilLine {...icon} />
          {t('correct')}
        </button>
      )}
      {linkUrl && (
        <button type="button" aria-label={named(t('copyLink'))} onClick={() => void copy(linkUrl)}>
          <Link2 {...icon} />
          {t('copyLink')}
        </button>
      )}
    </span>
  )
}
