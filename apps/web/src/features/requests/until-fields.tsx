/** Until when: the day by which it is due, grace for late files, when its link ends, and who is reminded when. */
import { Button } from '@mantine/core'
import { dashPlansPath } from '@sampan/contract/paths'
import type { Plan } from '@sampan/contract/plans'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { endOfDay } from '../../product/plans/expiry-choice.ts'
import { ExpiryField } from '../../product/plans/expiry-field.tsx'
import { useRoleName } from '../../product/plans/role-name.ts'
import { useMayBuy } from '../../product/plans/use-may-buy.ts'
import { TextField } from '../../ui/text-field.tsx'
import {
  type Draft,
  endsBeforeDue,
  graceCutOn,
  latestDueDay,
  linkDayByDue,
  planForGrace,
  planUntilDue,
  remindersOffered,
  tomorrow,
  withDueDay,
} from './draft.ts'
import { type ErrorOf, Toggles } from './fields.tsx'
import classes from './form.module.css'

type Props = {
  draft: Draft
  plan: Plan
  errorOf: ErrorOf
  /** Of a request that is there, whose link's end is changed elsewhere: when that is. */
  endsAtMs: number | undefined
  onChange: (some: Partial<Draft>) => void
}

const usualDays = [-14, -7, -3, -1, 0, 1, 3, 7]

export function UntilFields({ draft, plan, errorOf, endsAtMs, onChange }: Props) {
  const { t } = useTranslation('asking')
  const now = new Date()
  const format = useFormat()
  const isNew = endsAtMs === undefined
  const linkDay = isNew ? linkDayByDue(draft, plan, now) : null
  return (
    <>
      <div className={classes.pair}>
        <TextField
          label={t('due')}
          type="date"
          name="dueAt"
          min={isNew ? tomorrow(now) : undefined}
          value={draft.dueDay}
          onChange={({ currentTarget: { value: dueDay } }) => onChange(isNew ? withDueDay(draft, dueDay, plan, now) : { dueDay })}
          hint={t('dueHint')}
          error={errorOf('dueAt')}
        />
        {draft.dueDay && (
          <TextField
            label={t('grace')}
            name="graceSeconds"
            inputMode="numeric"
            autoComplete="off"
            value={draft.graceDays}
            onChange={(event) => onChange({ graceDays: event.currentTarget.value })}
            hint={t('graceHint')}
            error={errorOf('graceSeconds')}
          />
        )}
      </div>
      <GraceCut {...{ draft, plan, now, endsAtMs }} />
      {draft.dueDay && (
        <Reminders
          days={draft.remindDays}
          offered={(days) => remindersOffered(draft, days, plan, now, endsAtMs)}
          onChange={(remindDays) => onChange({ remindDays })}
        />
      )}
      {isNew && (
        <div className={classes.expiry}>
          <ExpiryField options={draft} plan={plan} onChange={onChange} error={errorOf('expirySeconds')} />
          {linkDay && <p className={classes.note}>{t('linkUntilLate', { day: format.date(endOfDay(linkDay)) })}</p>}
          {endsBeforeDue(draft, plan, now) && <TooLate {...{ draft, plan, now, onChange }} />}
        </div>
      )}
    </>
  )
}

/** The plan keeps no link until then: the last day that it does is one press away, and so is the plan that keeps it longer. */
function TooLate({ draft, plan, now, onChange }: Pick<Props, 'draft' | 'plan' | 'onChange'> & { now: Date }) {
  const { t } = useTranslation('asking')
  const format = useFormat()
  const roleName = useRoleName()
  const day = latestDueDay(draft, plan, now)
  const larger = useMayBuy() ? planUntilDue(draft, now) : undefined
  return (
    <div className={classes.warning}>
      <p>{t('endsBeforeDue', { day: format.date(endOfDay(day)) })}</p>
      <Button variant="default" h={44} onClick={() => onChange(withDueDay(draft, day, plan, now))}>
        {t('takeLatestDay', { day: format.date(endOfDay(day)) })}
      </Button>
      {larger && <Link to={dashPlansPath}>{t('keptLonger', { plan: roleName(larger) })}</Link>}
    </div>
  )
}

/** Late files find the link closed: the last day that takes them, and the plan that takes them longer. */
function GraceCut({ draft, plan, now, endsAtMs }: Pick<Props, 'draft' | 'plan' | 'endsAtMs'> & { now: Date }) {
  const { t } = useTranslation('asking')
  const format = useFormat()
  const roleName = useRoleName()
  const mayBuy = useMayBuy()
  const day = graceCutOn(draft, plan, now, endsAtMs)
  if (day === null) return null
  const larger = mayBuy ? planForGrace(draft, now, endsAtMs) : undefined
  return (
    <div className={classes.warning} role="status">
      <p>{t('graceCut', { day: format.date(endOfDay(day)) })}</p>
      {larger && <Link to={dashPlansPath}>{t('graceLonger', { plan: roleName(larger) })}</Link>}
    </div>
  )
}

type RemindersProps = {
  days: readonly number[]
  offered: (days: readonly number[]) => readonly number[]
  onChange: (days: number[]) => void
}

/** Those alone that come while files are still taken. */
function Reminders({ days, offered, onChange }: RemindersProps) {
  const { t } = useTranslation('asking')
  const shown = offered([...new Set([...usualDays, ...days])].sort((a, b) => a - b))
  const word = (day: number) =>
    day === 0 ? t('remindOn') : day < 0 ? t('remindBefore', { count: -day }) : t('remindAfter', { count: day })
  return (
    <Toggles legend={t('reminders')} choices={shown.map((day) => [day, word(day)] as const)} chosen={days} onChange={onChange} />
  )
}
