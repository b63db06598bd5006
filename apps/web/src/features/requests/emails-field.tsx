import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { emailsIn, wrongEmail } from './form.ts'
import { type FieldsProps, useFieldError } from './request-fields.tsx'
import classes from './request-form.module.css'

/** Whom to ask: addresses as they are typed or pasted. */
export function EmailsField({
  form,
  wrong,
  onChange,
}: Pick<FieldsProps, 'wrong'> & { form: { emails: string }; onChange: (some: { emails: string }) => void }) {
  const { t } = useTranslation('requests')
  const format = useFormat()
  const error = useFieldError(wrong)
  const count = emailsIn(form).length
  const bad = wrongEmail(form)
  const said = error('emails') && bad ? t('emailsWrong', { text: bad }) : error('emails')
  return (
    <label className={classes.area}>
      <span>{t('emails')}</span>
      <textarea
        name="emails"
        rows={3}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        value={form.emails}
        aria-invalid={wrong.emails !== undefined}
        onChange={(event) => onChange({ emails: event.currentTarget.value })}
      />
      <span className={classes.hint} data-wrong={said ? true : undefined} aria-live="polite">
        {said || (count > 0 ? t('emailsCount', { count, number: format.number(count) }) : t('emailsHint'))}
      </span>
    </label>
  )
}
