/** The send card: files, recipients and message; then the code, the progress, the success. */
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chunk } from '../../lib/load-chunk.ts'
import { usePageDrop } from '../../product/files/use-page-drop.ts'
import { addRecipients, noChips } from '../../product/recipients/chips.ts'
import { type SessionState, useSession } from '../../product/session/session.ts'
import { bringIntoSight } from '../../ui/bring-into-sight.ts'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import classes from './card/card.module.css'
import { chunks, fetchAhead, whenIdle } from './card/chunks.ts'
import { Late } from './card/late.tsx'
import { useReturn } from './drafts/interrupted-look.ts'
import { type ResumeAsked, useResume } from './drafts/use-resume.ts'
import { useOwnSettings } from './fields/use-own-settings.ts'
import { type Form, formReducer, newForm, type Step } from './form/form.ts'
import { hasContents, keepDraft, keptDraft } from './form/kept-draft.ts'
import { rememberedSender, rememberUsedUp, usedUpAddresses } from './form/memory.ts'
import { FormStep } from './form-step.tsx'
import { handOver, useHandOver } from './hand-over.ts'
import { sendingOf, sendingState, useSendingCard, useSendingState } from './sending/sending-state.ts'
import { useAccount } from './use-account.ts'

/** Without a draft, what is being sent is watched; what was refused while no card was there is told in this one. */
function beginning({ user }: SessionState): Form {
  const { sending, ended } = sendingState()
  const draft: Form = keptDraft(user) ?? (sending ? { ...sending.form, step: 'sending' } : newForm())
  const form = formReducer(draft, { type: 'accountKnown', account: user })
  return ended && 'problem' in ended ? formReducer(form, { type: 'refused', problem: ended.problem }) : form
}

/** Somebody has begun: what the card may need later is fetched before the line can be down. */
function useFetchedAhead(form: Form) {
  const [isTouched, setTouched] = useState(false)
  const hasBegun = isTouched || hasContents(form)
  useEffect(() => (hasBegun ? whenIdle(fetchAhead) : undefined), [hasBegun])
  return () => setTouched(true)
}

/** The focus goes with the step that it was in: back at the form its heading takes it, as in every other step. */
function useFormFocus(step: Step) {
  const before = useRef(step)
  useEffect(() => {
    const isBack = step === 'form' && before.current !== 'form'
    before.current = step
    const heading = document.getElementById('send-card')
    if (!isBack || !heading) return
    if (document.activeElement === document.body) heading.focus({ preventScroll: true })
    bringIntoSight(heading)
  }, [step])
}

function LateStep<T>({ chunk, children }: { chunk: Chunk<T>; children: (loaded: T) => ReactNode }) {
  return (
    <Late chunk={chunk} waiting={<div className={classes.step} />}>
      {children}
    </Late>
  )
}

type Props = {
  /** A transfer was published, also when the card is gone by then. */
  onSent?: () => void
  /** Where the status has words of its own (Q13). */
  inDashboard?: boolean
  /** An unfinished upload to go on with. */
  resume?: ResumeAsked | null
}

export function QuickSend({ onSent, inDashboard, resume = null }: Props) {
  const { t } = useTranslation('send')
  const [form, dispatch] = useReducer(formReducer, useSession(), beginning)
  const { step } = form
  const isSending = step === 'sending'
  // From then on it goes on without this card, which can have the next one.
  const mayLeave = sendingOf(useSendingState(), form) !== null && isSending
  const isOver = usePageDrop(true, (files, unreadable) => {
    if (isSending) handOver({ files, unreadable })
    else dispatch({ type: 'filesPicked', files, unreadable })
  })
  const touch = useFetchedAhead(form)
  useAccount(form, dispatch)
  useOwnSettings(form, dispatch)
  // What the card holds is written before it is asked what else there is.
  useEffect(() => keepDraft(form), [form])
  useReturn(form, dispatch)
  useResume(resume, form, dispatch)
  const card = useRef<HTMLElement>(null)
  useKeptFocus(card)
  useFormFocus(step)
  useSendingCard(dispatch, isSending ? form.files : null)

  useEffect(() => {
    // After waking only: the prerendered page knows no one.
    dispatch({ type: 'senderRemembered', email: rememberedSender() })
  }, [])
  const isRefused = form.limit?.kind === 'month' && !form.account
  useEffect(() => {
    if (isRefused) rememberUsedUp(form.sender, Date.now())
    if (step === 'form' || isRefused) dispatch({ type: 'monthsKnown', usedUp: usedUpAddresses(Date.now()) })
  }, [step, isRefused, form.sender])
  const { forNext } = form
  useEffect(() => {
    if (isSending && forNext.length > 0) handOver({ files: forNext })
  }, [isSending, forNext])
  useHandOver(step === 'form' || mayLeave, ({ files, unreadable = [], sendAs, to }) => {
    if (isSending) dispatch({ type: 'restarted' })
    if (sendAs) dispatch({ type: 'sendAsChosen', sendAs })
    if (files) dispatch({ type: 'filesPicked', files, unreadable })
    if (to) dispatch({ type: 'chipsChanged', chips: addRecipients(isSending ? noChips : form.chips, to) })
  })

  const props = { form, dispatch }
  return (
    <section ref={card} className={classes.card} aria-labelledby="send-card" onFocus={touch}>
      {step === 'form' && <FormStep {...props} />}
      {step === 'verifying' && <LateStep chunk={chunks.verifyStep}>{({ VerifyStep }) => <VerifyStep {...props} />}</LateStep>}
      {step === 'sending' && (
        <LateStep chunk={chunks.sendingStep}>
          {({ SendingStep }) => <SendingStep {...props} onSent={onSent} inDashboard={inDashboard} />}
        </LateStep>
      )}
      {step === 'done' && <LateStep chunk={chunks.doneStep}>{({ DoneStep }) => <DoneStep {...props} />}</LateStep>}
      {step === 'limit' && <LateStep chunk={chunks.limitStep}>{({ LimitStep }) => <LimitStep {...props} />}</LateStep>}
      {isOver && (
        <div className={classes.overlay}>
          <div>
            <Plus size={48} strokeWidth={1.5} aria-hidden="true" />
            {t(isSending || step === 'done' ? 'dropForNext' : 'dropHere')}
          </div>
        </div>
      )}
    </section>
  )
}
