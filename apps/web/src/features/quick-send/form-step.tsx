/** The draft: files, recipients, sender, message, options, and the one button. */
import { type Dispatch, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chunks } from './card/chunks.ts'
import { Late } from './card/late.tsx'
import { AskingReserved } from './fields/asking-reserved.tsx'
import { FilesField } from './fields/files-field.tsx'
import { LinksReserved } from './fields/links-reserved.tsx'
import { MessageField } from './fields/message-field.tsx'
import { goToMissing, goToRefused } from './fields/missing-place.ts'
import { OptionsField } from './fields/options-field.tsx'
import { RecipientsField } from './fields/recipients-field.tsx'
import { Refusal } from './fields/refusal.tsx'
import { SendAs } from './fields/send-as.tsx'
import { SendButton } from './fields/send-button.tsx'
import { SendOrAsk } from './fields/send-or-ask.tsx'
import { SenderField } from './fields/sender-field.tsx'
import { useSubmit } from './fields/use-submit.ts'
import type { Form, FormAction } from './form/form.ts'
import { placeOf } from './form/problem-place.ts'
import { whyNotReady } from './form/readiness.ts'

type Props = { form: Form; dispatch: Dispatch<FormAction> }

/** What an earlier visit has left. A transfer that was sent already stands in place of the form. */
function Returned({ form, dispatch }: Props) {
  const { interrupted, isBack } = form
  return isBack || interrupted ? (
    <Late chunk={chunks.interrupted}>
      {({ InterruptedPanel, KeptDraftLine }) => (
        <>
          {isBack && !interrupted?.upload?.isPublished && <KeptDraftLine form={form} dispatch={dispatch} />}
          {interrupted && <InterruptedPanel form={form} interrupted={interrupted} dispatch={dispatch} />}
        </>
      )}
    </Late>
  ) : null
}

export function FormStep(props: Props) {
  const { form, dispatch } = props
  const { t } = useTranslation('send')
  const submit = useSubmit(form.sender, dispatch)
  useEffect(() => {
    if (form.goesOnToCode) void submit({ byItself: true })
  }, [form.goesOnToCode, submit])
  const { problem } = form
  const card = useRef<HTMLFormElement>(null)
  // What is to blame may be out of sight, above the button that stays in sight.
  useEffect(() => {
    if (problem && card.current) void goToRefused(card.current, placeOf(problem))
  }, [problem])
  const [wantsToAsk, setWantsToAsk] = useState(false)
  // Files that are dropped are to be sent.
  useEffect(() => void (form.files.length > 0 && setWantsToAsk(false)), [form.files])
  const isAsking = wantsToAsk && !form.account
  const isPublished = form.interrupted?.upload?.isPublished ?? false
  const isReserved = form.sendAs === 'link' && !form.plan.links
  return (
    <form
      ref={card}
      // Pressed before the page is awake it asks nobody, and what was typed stays where it is.
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReserved || isAsking || isPublished || form.isAsking) return
        const [reason] = whyNotReady(form)
        if (!reason) return void submit()
        dispatch({ type: 'pressedTooEarly' })
        void goToMissing(event.currentTarget, reason)
      }}
    >
      <h2 id="send-card" className="visually-hidden" tabIndex={-1}>
        {t('card')}
      </h2>
      <SendOrAsk form={form} isAsking={isAsking} onChange={setWantsToAsk} />
      {isAsking ? (
        <AskingReserved onBack={() => setWantsToAsk(false)} />
      ) : (
        <>
          {!isPublished && <SendAs {...props} />}
          <Returned {...props} />
          <FilesField {...props} />
          {!isPublished && <Rest {...props} isReserved={isReserved} />}
        </>
      )}
    </form>
  )
}

function Rest({ isReserved, ...props }: Props & { isReserved: boolean }) {
  const { form, dispatch } = props
  if (isReserved)
    return (
      <>
        <Refusal form={form} />
        <LinksReserved dispatch={dispatch} />
      </>
    )
  return (
    <>
      {form.sendAs === 'email' && <RecipientsField {...props} />}
      {!form.account && <SenderField {...props} />}
      <MessageField {...props} />
      <OptionsField {...props} />
      <SendButton form={form} />
    </>
  )
}
