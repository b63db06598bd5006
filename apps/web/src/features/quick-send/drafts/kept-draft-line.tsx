/** The quiet line over a draft of an earlier visit; and the password, which is the one thing that was not kept. */
import { X } from 'lucide-react'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../ui/use-now.ts'
import { useTwoPresses } from '../../../ui/use-two-presses.ts'
import type { Form, FormAction } from '../form/form.ts'
import { dropEarlier } from '../form/kept-draft.ts'
import { isCodeAlive } from '../form/waiting-code.ts'
import classes from './interrupted-panel.module.css'
import { discardInterrupted } from './interrupted-server.ts'

type Props = { form: Form; dispatch: Dispatch<FormAction> }

export function KeptDraftLine({ form, dispatch }: Props) {
  const { t } = useTranslation('send')
  const nowMs = useNow(1000)
  const { interrupted, account, codeFor } = form
  function discard(): void {
    // Without an answer the server forgets it by itself, in time; the draft goes at once.
    const upload = dropEarlier()
    const left = interrupted ?? (upload && { upload, slug: null })
    if (left) void discardInterrupted(left, account?._id ?? null).catch(() => {})
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
      {codeFor && isCodeAlive(codeFor, nowMs) && <span className={classes.wide}>{t('draftCode', { email: codeFor })}</span>}
    </div>
  )
}
