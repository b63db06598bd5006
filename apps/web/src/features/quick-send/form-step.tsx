/** The draft: files, recipients, sender, message, and the one button. */
import { Button } from '@mantine/core'
import { messageMaxChars } from '@sampan/contract/limits'
import { messageLength } from '@sampan/contract/rules/message'
import { AtSign, MessageSquareText } from 'lucide-react'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import fields from '../../ui/field.module.css'
import { recipientsOf } from './chips.ts'
import { ExpiryField } from './expiry-field.tsx'
import { FilesField } from './files-field.tsx'
import type { Form, FormAction } from './form.ts'
import classes from './form-step.module.css'
import { Notices } from './notices.tsx'
import { placeOf } from './problem-place.ts'
import { overBytes, type Reason, whyNotReady } from './readiness.ts'
import { RecipientsField } from './recipients-field.tsx'
import { useSubmit } from './use-submit.ts'

const reasonTexts = {
  needFiles: 'needFiles',
  overLimit: 'reasonOverLimit',
  tooManyFiles: 'reasonTooManyFiles',
  needRecipients: 'needRecipients',
  wrongRecipient: 'wrongRecipient',
  tooManyPeople: 'tooManyPeople',
  needSender: 'needSender',
  wrongSender: 'wrongSender',
  longMessage: 'longMessage',
} as const satisfies Record<Reason, string>

type Props = { form: Form; dispatch: Dispatch<FormAction> }

function SenderField({ form, dispatch }: Props) {
  const { t } = useTranslation('send')
  return (
    <div className={fields.row}>
      <AtSign className={fields.icon} size={20} strokeWidth={1.75} aria-hidden="true" />
      <input
        className={fields.input}
        type="email"
        name="email"
        autoComplete="email"
        aria-label={t('sender')}
        placeholder={t('sender')}
        value={form.sender}
        onChange={(event) => dispatch({ type: 'senderTyped', text: event.currentTarget.value })}
      />
    </div>
  )
}

function MessageField({ form, dispatch }: Props) {
  const { t } = useTranslation('send')
  const length = messageLength(form.message)
  return (
    <div className={fields.row}>
      <MessageSquareText className={fields.icon} size={20} strokeWidth={1.75} aria-hidden="true" />
      <textarea
        className={`${fields.input} ${classes.message}`}
        rows={1}
        aria-label={t('message')}
        aria-describedby="message-count"
        placeholder={t('message')}
        value={form.message}
        onChange={(event) => dispatch({ type: 'messageTyped', text: event.currentTarget.value })}
      />
      <span id="message-count" className={classes.count} data-over={length > messageMaxChars || undefined}>
        {`${length}/${messageMaxChars}`}
      </span>
    </div>
  )
}

function SendButton({ form, people }: { form: Form; people: number }) {
  const { t } = useTranslation('send')
  const format = useFormat()
  const problemText = useProblemText()
  const reason = whyNotReady(form)
  const size = format.bytes(Math.max(0, overBytes(form.files, form.plan)))
  return (
    <div className={classes.send}>
      {form.problem && placeOf(form.problem) === 'send' && (
        <p className={classes.problem} role="alert">
          {problemText(form.problem)}
        </p>
      )}
      <Button
        type="submit"
        fullWidth
        h={52}
        fz={16}
        disabled={reason !== null}
        loading={form.isAsking}
        aria-describedby="why-not"
      >
        {people > 0 ? t('sendTo', { count: people }) : t('send')}
      </Button>
      <p id="why-not" className={classes.why} aria-live="polite">
        {t(reason ? reasonTexts[reason] : 'ready', { size })}
      </p>
    </div>
  )
}

export function FormStep({ form, dispatch }: Props) {
  const { t } = useTranslation('send')
  const submit = useSubmit(form.sender, dispatch)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (whyNotReady(form) === null && !form.isAsking) void submit()
      }}
    >
      <h2 id="send-card" className="visually-hidden">
        {t('card')}
      </h2>
      <FilesField form={form} dispatch={dispatch} />
      <Notices form={form} dispatch={dispatch} />
      <RecipientsField form={form} dispatch={dispatch} />
      <SenderField form={form} dispatch={dispatch} />
      <MessageField form={form} dispatch={dispatch} />
      <ExpiryField plan={form.plan} />
      <SendButton form={form} people={recipientsOf(form.chips).length} />
    </form>
  )
}
