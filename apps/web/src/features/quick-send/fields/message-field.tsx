/** The message, with a live count (Q7). */
import { messageMaxChars } from '@sampan/contract/limits'
import { messageLength } from '@sampan/contract/rules/message'
import { MessageSquareText } from 'lucide-react'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import fields from '../../../ui/field.module.css'
import type { Form, FormAction } from '../form/form.ts'
import { isMarkedWrong } from '../form/readiness.ts'
import classes from './message-field.module.css'

export function MessageField({ form, dispatch }: { form: Form; dispatch: Dispatch<FormAction> }) {
  const { t } = useTranslation('send')
  const length = messageLength(form.message)
  return (
    <div className={fields.row}>
      <MessageSquareText className={fields.icon} size={20} strokeWidth={1.75} aria-hidden="true" />
      <textarea
        className={`${fields.input} ${classes.message}`}
        rows={1}
        name="message"
        aria-invalid={isMarkedWrong(form, 'message') || undefined}
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
