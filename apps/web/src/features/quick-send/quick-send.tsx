/** The send card: files, recipients and message; then the code, the crossing, the arrival. */
import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './card.module.css'
import { formReducer, newForm } from './form.ts'
import { FormStep } from './form-step.tsx'
import { rememberedSender } from './memory.ts'
import { usePageDrop } from './use-page-drop.ts'

const VerifyStep = lazy(() => import('./verify-step.tsx').then((step) => ({ default: step.VerifyStep })))
const SendingStep = lazy(() => import('./sending-step.tsx').then((step) => ({ default: step.SendingStep })))
const DoneStep = lazy(() => import('./done-step.tsx').then((step) => ({ default: step.DoneStep })))
const LimitStep = lazy(() => import('./limit-step.tsx').then((step) => ({ default: step.LimitStep })))

export function QuickSend() {
  const { t } = useTranslation('send')
  const [form, dispatch] = useReducer(formReducer, '', newForm)
  const { step } = form
  const isOver = usePageDrop(step === 'form', (files, unreadable) => dispatch({ type: 'filesPicked', files, unreadable }))

  useEffect(() => {
    // After waking only: the prerendered page knows no one.
    const sender = rememberedSender()
    if (sender) dispatch({ type: 'senderTyped', text: sender })
  }, [])

  return (
    <section className={classes.card} aria-labelledby="send-card">
      {step === 'form' && <FormStep form={form} dispatch={dispatch} />}
      <Suspense fallback={<div className={classes.step} />}>
        {step === 'verifying' && <VerifyStep sender={form.sender} dispatch={dispatch} />}
        {step === 'sending' && <SendingStep form={form} dispatch={dispatch} />}
        {step === 'done' && <DoneStep form={form} dispatch={dispatch} />}
        {step === 'limit' && <LimitStep problem={form.problem} dispatch={dispatch} />}
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
