/** Until when the link opens; what the plan does not hold is shown, and says so (K4). */
import { type ExpiryName, expirySeconds, planOf, plans } from '@sampan/contract/plans'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import { useSession } from '../../product/session/session.ts'
import { lifeOf } from '../../product/transfers/transfer-status.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { Draft } from './draft.ts'
import { type SettingProps, useWrong } from './setting.ts'
import classes from './settings.module.css'

const names = Object.keys(expirySeconds) as ExpiryName[]
const keep = 'keep'

/** "2026-12-31" of a moment, where the sender is. */
const dayOf = (at: number): string => new Date(at).toLocaleDateString('sv-SE')

export function ExpirySetting({ transfer, draft, faults, wrong, change }: SettingProps) {
  const { t } = useTranslation('detail')
  const format = useFormat()
  const roleName = useRoleName()
  const id = useId()
  const { user } = useSession()
  const role = user?.role ?? 'free'
  const plan = user ? planOf(user) : plans.free
  const wrongOf = useWrong({ wrong })
  const date = format.dateTime(new Date(transfer.expiryDate))
  const isNever = lifeOf(transfer, Date.now()) === 'never'
  const choose = (value: string) =>
    change({
      expiry: value === keep ? undefined : (value as Draft['expiry']),
      ...(value === 'date' && !draft.day && { day: dayOf(Math.max(transfer.expiryDate, Date.now())) }),
    })
  const textOf = (name: ExpiryName) =>
    plan.expiries.includes(name)
      ? t(`expiryFrom_${name}`)
      : t('expiryNotInPlan', { expiry: t(`expiryFrom_${name}`), role: roleName(role) })
  const error = wrongOf('expirySeconds', 'expiryDate')
  return (
    <div className={classes.block}>
      <label htmlFor={id}>{t('expiryLabel')}</label>
      <select
        id={id}
        name="expiry"
        value={draft.expiry ?? keep}
        aria-invalid={Boolean(error) && draft.expiry !== 'date'}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value={keep}>{isNever ? t('expiryKeepNever') : t('expiryKeep', { date })}</option>
        {names.map((name) => (
          <option key={name} value={name} disabled={!plan.expiries.includes(name)}>
            {textOf(name)}
          </option>
        ))}
        {plan.customExpiry && <option value="date">{t('expiryDate')}</option>}
      </select>
      {draft.expiry === 'date' && (
        <div className={classes.day}>
          <TextField
            label={t('expiryDay')}
            type="date"
            name="day"
            min={dayOf(Date.now())}
            value={draft.day ?? ''}
            onChange={(event) => change({ day: event.currentTarget.value })}
            error={error ?? (faults.includes('wrongDay') && t('expiryDayWrong'))}
          />
        </div>
      )}
      {draft.expiry !== 'date' && (
        <p className={classes.note} data-error>
          {error}
        </p>
      )}
    </div>
  )
}
