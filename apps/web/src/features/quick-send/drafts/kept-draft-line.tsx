/** The quiet line over a draft of an earlier visit; and the password, which is the one thing that was not kept. */
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type Dispatch, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetUsage } from '../../../product/session/usage-key.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useTwoPresses } from '../../../ui/use-two-presses.ts'
import type { Form, FormAction } from '../form/form.ts'
import { dropEarlier } from '../form/kept-draft.ts'
import { findFirst, interruptedBeside } from '../form/kept-draft-tab.ts'
import { isCodeAlive } from '../form/waiting-code.ts'
import classes from './interrupted-panel.module.css'
import { discardInterrupted } from './interrupted-server.ts'

type Props = { form: Form; dispatch: Dispatch<FormAction> }

type Beside = Awaited<ReturnType<typeof interruptedBeside>>[number]

/** A transfer that was sent and has stopped must not wait unseen behind a draft: its recipients wait too. */
function AlsoInterrupted({ form: { account } }: Pick<Props, 'form'>) {
  const { t } = useTranslation('send')
  const [found, setFound] = useState<Beside | null>(null)
  const accountId = account?._id ?? null
  useEffect(() => {
    let isLeft = false
    interruptedBeside(accountId).then(([first]) => isLeft || setFound(first ?? null))
    return () => {
      isLeft = true
    }
  }, [accountId])
  if (!found) return null
  const [to] = found.draft.chips
  return (
    <span className={classes.wide}>
      {to ? t('alsoInterruptedTo', { to }) : t('alsoInterrupted')}{' '}
      <button
        type="button"
        onClick={() => {
          // This draft is kept in words, and comes up when that one is through.
          findFirst(found)
          location.reload()
        }}
      >
        {t('thatOneFirst')}
      </button>
    </span>
  )
}

export function KeptDraftLine({ form, dispatch }: Props) {
  const { t } = useTranslation('send')
  const nowMs = useNow(1000)
  const { interrupted, account, codeFor } = form
  const queries = useQueryClient()
  function discard(): void {
    // Without an answer the server forgets it by itself, in time; the draft goes at once.
    const upload = dropEarlier()
    const left = interrupted ?? (upload && { upload, slug: null })
    if (left)
      void discardInterrupted(left, account?._id ?? null).then(
        () => forgetUsage(queries),
        () => {},
      )
    dispatch({ type: 'restarted' })
    document.getElementById('send-card')?.focus({ preventScroll: true })
  }
  const { isAsked, presses } = useTwoPresses(discard)
  return (
    <div className={classes.line} role="status">
      <span className={classes.back}>
        {t('draftBack')}
        {form.needsPassword && <span>{t('draftPassword')}</span>}
      </span>
      {form.needsPassword && (
        <button type="button" onClick={() => dispatch({ type: 'passwordWaived' })}>
          {t('draftNoPassword')}
        </button>
      )}
      <button type="button" {...presses}>
        {t(isAsked ? 'discardSure' : 'draftDiscard')}
      </button>
      <button type="button" className={classes.close} aria-label={t('close')} onClick={() => dispatch({ type: 'draftSeen' })}>
        <X size={16} aria-hidden="true" />
      </button>
      <AlsoInterrupted form={form} />
      {codeFor && isCodeAlive(codeFor, nowMs) && <span className={classes.wide}>{t('draftCode', { email: codeFor })}</span>}
    </div>
  )
}
