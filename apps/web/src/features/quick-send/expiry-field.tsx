/** How long the link lives; what the plan does not hold is shown, and says so (K4). */
import { type ExpiryName, expirySeconds, type Plan } from '@sampan/contract/plans'
import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from './expiry-field.module.css'

const names = Object.keys(expirySeconds) as ExpiryName[]

export function ExpiryField({ plan }: { plan: Plan }) {
  const { t } = useTranslation('send')
  const isIn = (name: ExpiryName) => plan.expiries.includes(name)
  return (
    <label className={classes.field}>
      <Clock size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className={classes.label}>{t('expiry')}</span>
      <select className={classes.select} defaultValue="week">
        {names.map((name) => (
          <option key={name} value={name} disabled={!isIn(name)}>
            {isIn(name) ? t(name) : t('notInPlan', { expiry: t(name) })}
          </option>
        ))}
      </select>
    </label>
  )
}
