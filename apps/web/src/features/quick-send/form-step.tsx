/** The draft: files, recipients, sender, message, options, and the one button. */
import { type Dispatch, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { chunks } from './chunks.ts'
import { FilesField } from './files-field.tsx'
import type { Form, FormAction } from './form.ts'
import { Late } from './late.tsx'
import { LinksReserved } from './links-reserved.tsx'
import { MessageField } from './message-field.tsx'
import { Notices } from './notices.tsx'
import { OptionsField } from './options-field.tsx'
import { whyNotReady } from './readiness.ts'
import { RecipientsField } from './recipients-field.tsx'
import { Refusal } from './refusal.tsx'
import { SendAs } from './send-as.tsx'
import { SendButton } from './send-button.tsx'
import { SenderField } from './sender-field.tsx'
import { useSubmit } from './use-submit.ts'

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
  const isMail = form.sendAs === 'email'
  const isReserved = !isMail && !form.plan.links
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (whyNotReady(form).length === 0 && !isReserved && !form.isAsking) void submit()
      }}
    >
      <h2 id="send-card" className="visually-hidden" tabIndex={-1}>
        {t('card')}
      </h2>
      {!form.interrupted?.upload?.isPublished && <SendAs {...props} />}
      <Returned {...props} />
      <FilesField {...props} />
      <Notices {...props} />
      {form.interrupted?.upload?.isPublished ? null : isReserved ? (
        <>
          <Refusal form={form} />
          <LinksReserved dispatch={dispatch} />
        </>
      ) : (
        <>
          {isMail && <RecipientsField {...props} />}
          {!form.account && <SenderField {...props} />}
          <MessageField {...props} />
          <OptionsField {...props} />
          <Refusal form={form} />
          <SendButton form={form} />
        </>
      )}
    </form>
  )
}
