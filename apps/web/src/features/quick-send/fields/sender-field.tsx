import { AtSign } from 'lucide-react'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import fields from '../../../ui/field.module.css'
import type { Form, FormAction } from '../form/form.ts'
import { isMarkedWrong } from '../form/readiness.ts'

/** A guest's own address; an account has one. */
export function SenderField({ form, dispatch }: { form: Form; dispatch: Dispatch<FormAction> }) {
  const { t } = useTranslation('send')
  const isWrong = isMarkedWrong(form, 'sender')
  return (
    <div className={fields.row}>
      <AtSign className={fields.icon} size={20} strokeWidth={1.75} aria-hidden="true" />
      <input
        className={fields.input}
        type="email"
        name="email"
        autoComplete="email"
        aria-label={t('sender')}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? 'why-not' : undefined}
        placeholder={t('sender')}
        value={form.sender}
        onChange={(event) => dispatch({ type: 'senderTyped', text: event.currentTarget.value })}
      />
    </div>
  )
}
