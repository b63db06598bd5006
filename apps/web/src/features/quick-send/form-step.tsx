/** The draft: files, recipients, sender, message, options, and the one button. */
import { Link as Chain, Mail } from 'lucide-react'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/segmented.tsx'
import { FilesField } from './files-field.tsx'
import type { Form, FormAction } from './form.ts'
import { LinksReserved } from './links-reserved.tsx'
import { MessageField } from './message-field.tsx'
import { Notices } from './notices.tsx'
import { OptionsField } from './options-field.tsx'
import { whyNotReady } from './readiness.ts'
import { RecipientsField } from './recipients-field.tsx'
import { Refusal } from './refusal.tsx'
import { SendButton } from './send-button.tsx'
import { SenderField } from './sender-field.tsx'
import { useSubmit } from './use-submit.ts'

type Props = { form: Form; dispatch: Dispatch<FormAction> }

function SendAs({ form, dispatch }: Props) {
  const { t } = useTranslation('send')
  const choices = [
    { value: 'email', label: t('byEmail'), Icon: Mail },
    { value: 'link', label: t('byLink'), Icon: Chain },
  ] as const
  return (
    <Segmented
      label={t('sendAs')}
      choices={choices}
      value={form.sendAs}
      onChoose={(sendAs) => dispatch({ type: 'sendAsChosen', sendAs })}
    />
  )
}

export function FormStep(props: Props) {
  const { form, dispatch } = props
  const { t } = useTranslation('send')
  const submit = useSubmit(form.sender, dispatch)
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
      <SendAs {...props} />
      <FilesField {...props} />
      <Notices {...props} />
      {isReserved ? (
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
