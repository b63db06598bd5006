/** Which days: the last so many, or from one to another. */
import { Button } from '@mantine/core'
import { type DayRange, dayOf } from '@sampan/contract/rules/day-range'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './range.module.css'
import { type Period, presets, type View, wrongRange } from './view.ts'

type Props = { view: View; range: DayRange; onChange: (part: Partial<View>) => void }

export function RangeChoice({ view, range, onChange }: Props) {
  const { t } = useTranslation('analytics')
  const [isCustom, setCustom] = useState(typeof view.period !== 'string')
  const choices = [...presets, 'Custom' as const].map((value) => ({ value, label: t(`range${value}`) }))
  const shown = isCustom || typeof view.period !== 'string' ? 'Custom' : view.period
  const choose = (value: (typeof choices)[number]['value']) => {
    setCustom(value === 'Custom')
    if (value !== 'Custom') onChange({ period: value })
  }
  return (
    <div className={classes.choice}>
      <div className={classes.row}>
        <div className={classes.presets}>
          <Segmented label={t('range')} choices={choices} value={shown} onChoose={choose} />
        </div>
        <label className={classes.compare}>
          <input type="checkbox" checked={view.compares} onChange={(event) => onChange({ compares: event.target.checked })} />
          {t('compare')}
        </label>
      </div>
      {shown === 'Custom' && <CustomRange range={range} onChoose={(period) => onChange({ period })} />}
    </div>
  )
}

function CustomRange({ range, onChoose }: { range: DayRange; onChoose: (period: Period) => void }) {
  const { t } = useTranslation('analytics')
  const [typed, setTyped] = useState(range)
  const [wrong, setWrong] = useState<ReturnType<typeof wrongRange>>(null)
  const today = dayOf(new Date())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = wrongRange(typed)
    setWrong(problem)
    if (!problem) onChoose(typed)
  }
  const change = (part: Partial<DayRange>) => {
    setWrong(null)
    setTyped({ ...typed, ...part })
  }
  const atStart = wrong === 'rangeLong' || (wrong === 'rangeMissing' && !typed.from)
  const shared = { type: 'date', min: '2000-01-01', max: today, required: true } as const
  return (
    <form className={classes.custom} onSubmit={submit} noValidate>
      <TextField
        {...shared}
        label={t('from')}
        value={typed.from}
        onChange={(event) => change({ from: event.target.value })}
        error={wrong && atStart && t(wrong)}
      />
      <TextField
        {...shared}
        label={t('to')}
        value={typed.to}
        onChange={(event) => change({ to: event.target.value })}
        error={wrong && !atStart && t(wrong)}
      />
      <Button type="submit" variant="default" h={48}>
        {t('apply')}
      </Button>
    </form>
  )
}
