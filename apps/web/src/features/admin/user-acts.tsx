/** What an operator decides of one account: whether it may send, which plan it is given, and that it is logged in nowhere. */
import { Button } from '@mantine/core'
import { operatorLimits } from '@sampan/contract/limits'
import { paidRoles } from '@sampan/contract/plans'
import {
  type AdminUser,
  adminEndSessions,
  adminRestoreUser,
  adminSetRole,
  adminSuspendUser,
} from '@sampan/contract/routes/admin-decisions'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import { api } from '../../product/session/api.ts'
import { Question } from '../../ui/question.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './admin.module.css'
import type { useAct } from './use-act.ts'

type Props = { user: AdminUser; acts: ReturnType<typeof useAct> }

export function Standing({ user, acts }: Props) {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const [reason, setReason] = useState('')
  const { _id: userId, suspendedAt, standingActs } = user
  const isSuspended = suspendedAt !== null
  async function decide(event: FormEvent) {
    event.preventDefault()
    const route = isSuspended ? adminRestoreUser : adminSuspendUser
    const run = (signal: AbortSignal) => api.call(route, { params: { userId }, body: { reason }, signal })
    if (await acts.act('standing', run, t(isSuspended ? 'lifted' : 'suspended'))) setReason('')
  }
  return (
    <section className={classes.card} aria-labelledby="standing">
      <h2 id="standing">{t('standing')}</h2>
      <p className={classes.text}>
        {isSuspended ? t('isSuspended', { when: format.date(new Date(suspendedAt)) }) : t('isNotSuspended')}
      </p>
      <p className={classes.text}>{t('suspendText')}</p>
      <form className={classes.form} onSubmit={(event) => void decide(event)}>
        <TextField
          label={t('why')}
          hint={t(isSuspended ? 'reasonLiftHint' : 'reasonHint')}
          value={reason}
          maxLength={operatorLimits.reasonChars}
          required
          autoComplete="off"
          onChange={(event) => setReason(event.target.value)}
        />
        <Button type="submit" h={44} variant="default" loading={acts.busy === 'standing'} disabled={!reason.trim()}>
          {t(isSuspended ? 'lift' : 'suspend')}
        </Button>
      </form>
      {standingActs.length > 0 && (
        <ul className={classes.rows}>
          {[...standingActs].reverse().map(({ act, reason: why, at }) => (
            <li key={`${act} ${at}`}>
              <div>
                <b>{t(`act_${act}`)}</b>
                <span>{why}</span>
              </div>
              <span className={classes.number}>{format.dateTime(new Date(at))}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function PlanChoice({ user, acts }: Props) {
  const { t } = useTranslation('admin')
  const roleName = useRoleName()
  const [chosen, setChosen] = useState<string>(user.givenRole ?? '')
  function save(event: FormEvent) {
    event.preventDefault()
    const role = paidRoles.find((each) => each === chosen) ?? null
    const run = (signal: AbortSignal) => api.call(adminSetRole, { params: { userId: user._id }, body: { role }, signal })
    void acts.act('plan', run, t('planSaved'))
  }
  return (
    <section className={classes.card} aria-labelledby="plan">
      <h2 id="plan">{t('plan')}</h2>
      <p className={classes.text}>{t('planText')}</p>
      <form className={classes.form} onSubmit={save}>
        <div className={classes.choice}>
          <label htmlFor="given">{t('planGiven')}</label>
          <select id="given" className={classes.select} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value="">{t('planNone')}</option>
            {paidRoles.map((role) => (
              <option key={role} value={role}>
                {roleName(role)}
              </option>
            ))}
          </select>
        </div>
        <Button
          type="submit"
          h={44}
          variant="default"
          loading={acts.busy === 'plan'}
          disabled={chosen === (user.givenRole ?? '')}
        >
          {t('planSave')}
        </Button>
      </form>
    </section>
  )
}

export function LogIns({ user, acts }: Props) {
  const { t } = useTranslation('admin')
  const [isAsking, setAsking] = useState(false)
  function end() {
    setAsking(false)
    const run = (signal: AbortSignal) => api.call(adminEndSessions, { params: { userId: user._id }, signal })
    void acts.act('sessions', run, t('sessionsEnded'))
  }
  return (
    <section className={classes.card} aria-labelledby="log-ins">
      <h2 id="log-ins">{t('sessionsTitle')}</h2>
      <p className={classes.text}>{t('sessionsText')}</p>
      <div className={classes.buttons}>
        <Button variant="default" h={44} loading={acts.busy === 'sessions'} onClick={() => setAsking(true)}>
          {t('endSessions')}
        </Button>
      </div>
      {isAsking && (
        <Question
          title={t('endSessionsTitle', { email: user.email })}
          text={t('endSessionsAsk')}
          onClose={() => setAsking(false)}
        >
          <Button variant="default" h={46} onClick={() => setAsking(false)}>
            {t('cancel')}
          </Button>
          <Button h={46} onClick={end}>
            {t('endSessions')}
          </Button>
        </Question>
      )}
    </section>
  )
}
