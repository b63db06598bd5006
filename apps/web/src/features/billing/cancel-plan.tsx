/** Asks before a plan is cancelled, and says what then happens and when. */
import { Button } from '@mantine/core'
import { rolePlan } from '@sampan/contract/plans'
import type { User } from '@sampan/contract/routes/accounts'
import type { BillingView } from '@sampan/contract/routes/billing'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import { useSession } from '../../product/session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './billing.module.css'
import { billingCalls } from './calls.ts'
import { useAct } from './use-act.ts'
import { useBillingChanged } from './use-billing.ts'

export function CancelPlan({ billing }: { billing: BillingView }) {
  const { t } = useTranslation('billing')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button h={44} variant="default" onClick={() => setAsking(true)}>
        {t('cancelPlan')}
      </Button>
      {isAsking && <Question billing={billing} onClose={() => setAsking(false)} />}
    </>
  )
}

function Question({ billing, onClose }: { billing: BillingView; onClose: () => void }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const roleName = useRoleName()
  const problemText = useProblemText()
  const { user } = useSession()
  const changed = useBillingChanged()
  const { isBusy, problem, run } = useAct()
  const endsAt = billing.trialEndsAt !== null && billing.status === 'trialing' ? billing.trialEndsAt : billing.renewsAt
  async function cancel() {
    changed(await billingCalls.cancel())
    onClose()
  }
  return (
    <Dialog title={t('cancelTitle')} onClose={onClose}>
      <p className={classes.text}>
        {t('cancelText', { date: endsAt === null ? '' : format.date(new Date(endsAt)), role: roleName(billing.leftRole) })}
      </p>
      {user && <TeamAfter team={user.team} role={billing.leftRole} />}
      <p className={classes.problem} role="alert">
        {problem !== null && problemText(problem)}
      </p>
      <div className={classes.buttons}>
        <Button h={48} onClick={onClose}>
          {t('cancelNo')}
        </Button>
        <Button h={48} variant="default" loading={isBusy} onClick={() => run(cancel)}>
          {t(billing.status === 'trialing' ? 'cancelTrialYes' : 'cancelYes')}
        </Button>
      </div>
    </Dialog>
  )
}

/** What becomes of a team that has more people than the plan it goes on under has seats; nothing where all have one. */
export function TeamAfter({ team, role }: { team: Pick<NonNullable<User['team']>, 'members'> | null; role: User['role'] }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const roleName = useRoleName()
  const { seats } = rolePlan(role)
  if (!team || team.members.length <= seats) return null
  const people = format.number(team.members.length)
  return (
    <p className={classes.text}>
      {t('cancelTeam', { count: seats, number: format.number(seats), people, role: roleName(role) })}
    </p>
  )
}
