/** How long the link lives; what the plan does not hold is shown, and says so (K4). */
import { type ExpiryName, expirySeconds, type Plan } from '@sampan/contract/plans'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field.tsx'
import { dayOf, type ExpiryChoice, expiryIn } from './expiry-choice.ts'
import classes from './expiry-field.module.css'

const names = Object.keys(expirySeconds) as ExpiryName[]
const dayMs = 86_400_000

type Props = { options: ExpiryChoice; plan: Plan; onChange: (changed: Partial<ExpiryChoice>) => void; error: string | null }

export function ExpiryField({ options, plan, onChange, error }: Props) {
  const { t } = useTranslation('send')
  const id = useId()
  const expiry = expiryIn(options, plan)
  const isIn = (name: ExpiryName) => plan.expiries.includes(name)
  const dayIn = (days: number) => dayOf(new Date(Date.now() + days * dayMs))
  function choose(chosen: ExpiryChoice['expiry']) {
    onChange({ expiry: chosen, ...(chosen === 'custom' && !options.untilDay && { untilDay: dayIn(14) }) })
  }
  return (
    <div className={classes.block}>
      <label htmlFor={id}>{t('expiry')}</label>
      <select
        id={id}
        className={classes.select}
        value={expiry}
        onChange={(event) => choose(event.currentTarget.value as ExpiryChoice['expiry'])}
      >
        {names.map((name) => (
          <option key={name} value={name} disabled={!isIn(name)}>
            {isIn(name) ? t(name) : t('notInPlan', { expiry: t(name) })}
          </option>
        ))}
        {plan.customExpiry && <option value="custom">{t('customDate')}</option>}
      </select>
      {expiry === 'custom' && (
        <div className={classes.day}>
          <TextField
            label={t('lastDay')}
            type="date"
            name="untilDay"
            min={dayIn(1)}
            max={dayIn(expirySeconds.never / 86_400 - 1)}
            value={options.untilDay}
            onChange={(event) => onChange({ untilDay: event.currentTarget.value })}
            error={error}
          />
        </div>
      )}
    </div>
  )
}
