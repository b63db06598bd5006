import { AtSign } from 'lucide-react'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoleName } from '../../../product/plans/role-name.ts'
import { Meant } from '../../../product/recipients/meant.tsx'
import fields from '../../../ui/field.module.css'
import { UpgradeLink } from '../card/upgrade-link.tsx'
import type { Form, FormAction } from '../form/form.ts'
import { isMarkedWrong, isMonthUsedUp } from '../form/readiness.ts'
import classes from './recipients-field.module.css'

/** A guest's own address; an account has one. */
export function SenderField({ form, dispatch }: { form: Form; dispatch: Dispatch<FormAction> }) {
  const { t } = useTranslation('send')
  const isWrong = isMarkedWrong(form, 'sender')
  const roleName = useRoleName()
  const isUsedUp = isMonthUsedUp(form)
  return (
    <>
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
      <Meant emails={[form.sender.trim()]} onTake={(text) => dispatch({ type: 'senderTyped', text })} />
      <div className={classes.note} aria-live="polite">
        {isUsedUp && (
          <p>
            {t('limitMonth', { role: roleName(form.role), limit: form.plan.transfersPerMonth })}{' '}
            <UpgradeLink hasAccount={false} />
          </p>
        )}
      </div>
    </>
  )
}
