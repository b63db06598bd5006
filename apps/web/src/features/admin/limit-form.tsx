/** Changes one limit of an account: to a number, to none, or back to what the plan gives. */
import { Button } from '@mantine/core'
import { operatorLimits } from '@sampan/contract/limits'
import { GB, mayBeEndless, mostOfLimit, type PlanLimit, planLimitNames, planOf } from '@sampan/contract/plans'
import { type AdminUser, adminSetLimits } from '@sampan/contract/routes/admin-decisions'
import { inUnits, type LimitWish, mayBe } from '@sampan/contract/rules/own-limits'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../product/session/api.ts'
import { TextField } from '../../ui/text-field.tsx'
import classes from './admin.module.css'
import { isOfBytes, useLimitWords } from './limit-words.ts'
import type { useAct } from './use-act.ts'

const kinds = ['number', 'unlimited', 'plan'] as const
type Kind = (typeof kinds)[number]

const unitOf = (name: PlanLimit): number => (isOfBytes(name) ? GB : 1)

/** What is typed, in bytes where it is gigabytes; a comma is as good as a point. */
const wishOf = (name: PlanLimit, kind: Kind, text: string): LimitWish =>
  kind === 'number' ? inUnits(Number(text.trim().replace(',', '.') || Number.NaN), unitOf(name)) : kind

export function LimitForm({ user, acts }: { user: AdminUser; acts: ReturnType<typeof useAct> }) {
  const { t } = useTranslation('admin')
  const words = useLimitWords()
  const [name, setName] = useState<PlanLimit>('storageBytes')
  const [chosen, setKind] = useState<Kind>('number')
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const mayChoose = kinds.filter(
    (each) => each === 'number' || (each === 'plan' ? user.ownLimits?.[name] !== undefined : mayBeEndless(name)),
  )
  const kind = mayChoose.includes(chosen) ? chosen : 'number'
  const wish = wishOf(name, kind, text)
  const isWrong = text.trim() !== '' && !mayBe(name, wish)
  const limits = { least: words.value(name, 1), most: words.value(name, mostOfLimit[name]) }
  async function save(event: FormEvent) {
    event.preventDefault()
    const body = { limits: { [name]: wish }, reason }
    const run = (signal: AbortSignal) => api.call(adminSetLimits, { params: { userId: user._id }, body, signal })
    if (!(await acts.act('limits', run, t('limitsSaved')))) return
    setText('')
    setReason('')
  }
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)}>
      <Choice id="limit" label={t('limitWhich')} value={name} onChoose={(value) => setName(value as PlanLimit)}>
        {planLimitNames.map((each) => (
          <option key={each} value={each}>
            {t(`limit_${each}`)}
          </option>
        ))}
      </Choice>
      <Choice id="limit-to" label={t('limitTo')} value={kind} onChoose={(value) => setKind(value as Kind)}>
        {mayChoose.map((each) => (
          <option key={each} value={each}>
            {t(`limitTo_${each}`)}
          </option>
        ))}
      </Choice>
      {kind === 'number' && (
        <TextField
          label={t(isOfBytes(name) ? 'limitGigabytes' : 'limitNumber')}
          value={text}
          error={isWrong && t(isOfBytes(name) ? 'limitWrongBytes' : 'limitWrong', limits)}
          placeholder={String((planOf(user)[name] ?? 0) / unitOf(name) || '')}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <TextField
        label={t('limitWhy')}
        hint={t('reasonLiftHint')}
        value={reason}
        maxLength={operatorLimits.reasonChars}
        required
        autoComplete="off"
        onChange={(event) => setReason(event.target.value)}
      />
      <Button
        type="submit"
        h={44}
        variant="default"
        loading={acts.busy === 'limits'}
        disabled={!reason.trim() || !mayBe(name, wish)}
      >
        {t('limitsSave')}
      </Button>
    </form>
  )
}

type ChoiceProps = { id: string; label: string; value: string; onChoose: (value: string) => void; children: ReactNode }

const Choice = ({ id, label, value, onChoose, children }: ChoiceProps) => (
  <div className={classes.choice}>
    <label htmlFor={id}>{label}</label>
    <select id={id} className={classes.select} value={value} onChange={(event) => onChoose(event.target.value)}>
      {children}
    </select>
  </div>
)
