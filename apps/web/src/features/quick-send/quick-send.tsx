/** The send card: files, recipients and message; then the code, the crossing, the arrival. */
import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import { type SessionState, useSession } from '../../lib/session.ts'
import classes from './card.module.css'
import { type Form, formReducer, newForm } from './form.ts'
import { FormStep } from './form-step.tsx'
import { keepDraft, keptDraft } from './kept-draft.ts'
import { rememberedSender } from './memory.ts'
import { useAccount } from './use-account.ts'
import { usePageDrop } from './use-page-drop.ts'

const VerifyStep = lazy(() => import('./verify-step.tsx').then((step) => ({ default: step.VerifyStep })))
const SendingStep = lazy(() => import('./sending-step.tsx').then((step) => ({ default: step.SendingStep })))
const DoneStep = lazy(() => import('./done-step.tsx').then((step) => ({ default: step.DoneStep })))
const LimitStep = lazy(() => import('./limit-step.tsx').then((step) => ({ default: step.LimitStep })))

const beginning = ({ user }: SessionState): Form =>
  formReducer(keptDraft(user) ?? newForm(), { type: 'accountKnown', account: user })

export function QuickSend() {
  const { t } = useTranslation('send')
  const [form, dispatch] = useReducer(formReducer, useSession(), beginning)
  const { step } = form
  const isOver = usePageDrop(step === 'form', (files, unreadable) => dispatch({ type: 'filesPicked', files, unreadable }))
  useAccount(form, dispatch)

  useEffect(() => {
    // After waking only: the prerendered page knows no one.
    dispatch({ type: 'senderRemembered', email: rememberedSender() })
  }, [])
  useEffect(() => keepDraft(form), [form])

  return (
    <section className={classes.card} aria-labelledby="send-card">
      {step === 'form' && <FormStep form={form} dispatch={dispatch} />}
      <Suspense fallback={<div className={classes.step} />}>
        {step === 'verifying' && <VerifyStep sender={form.sender} dispatch={dispatch} />}
        {step === 'sending' && <SendingStep form={form} dispatch={dispatch} />}
        {step === 'done' && <DoneStep form={form} dispatch={dispatch} />}
        {step === 'limit' && <LimitStep form={form} dispatch={dispatch} />}
      </Suspense>
      {isOver && (
        <div className={classes.overlay}>
          <div>
            <Plus size={48} strokeWidth={1.5} aria-hidden="true" />
            {t('dropHere')}
          </div>
        </div>
      )}
    </section>
  )
}
