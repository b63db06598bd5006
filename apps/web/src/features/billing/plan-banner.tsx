/** Over every page of an account whose plan waits for a payment, or whose trial ends soon without one (P5). */
import { accountBillingPath, accountTeamsPath, dashSendPath } from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'
import type { BillingView } from '@sampan/contract/routes/billing'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { isSelling } from '../../product/plans/selling.ts'
import { isWithoutSeat } from '../../product/session/team.ts'
import classes from './plan-banner.module.css'
import { isOwing } from './running.ts'
import { useBilling } from './use-billing.ts'
import { dueOf } from './use-due.ts'

/** So many days before its end a trial is spoken of: as early as its mail. */
const soonDays = 2

/** What there is to say, if anything. */
export function bannerOf(billing: BillingView): 'trialOver' | 'owed' | 'trialEnds' | null {
  if (isOwing(billing)) return billing.card ? 'owed' : 'trialOver'
  const { status, card, isCancelling, trialDaysLeft } = billing
  const isOpen = status === 'trialing' && !card && !isCancelling
  return isOpen && trialDaysLeft !== null && trialDaysLeft <= soonDays ? 'trialEnds' : null
}

/** Pages that say it all themselves. */
const own: string[] = [accountBillingPath, dashSendPath]

export function PlanBanner({ user }: { user: User }) {
  const { pathname } = useLocation()
  const isWanted = isSelling() && !user.isTeamMember && (user.status === 'trialing' || isOwing(user))
  const { data: billing } = useBilling(isWanted)
  const name = user.team?.name ?? ''
  if (isSelling() && user.isTeamMember && isOwing(user))
    return pathname === dashSendPath ? null : <OfTeam name={name} why="teamOwes" />
  if (isWithoutSeat(user)) return pathname === accountTeamsPath ? null : <OfTeam name={name} why="teamFull" />
  return isWanted && billing && !own.includes(pathname) ? <Words billing={billing} /> : null
}

/** Who is in a team cannot change its plan, and would else learn of it when they send. */
function OfTeam({ name, why }: { name: string; why: 'teamOwes' | 'teamFull' }) {
  const { t } = useTranslation('billing')
  return (
    <section className={classes.banner} aria-label={t('payment')}>
      <p>
        <b>{t(why, { name })}</b> {t(`${why}What`)}
      </p>
    </section>
  )
}

function Words({ billing }: { billing: BillingView }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const what = bannerOf(billing)
  if (!what) return null
  const due = dueOf(billing, undefined)
  const date = billing.trialEndsAt === null ? '' : format.date(new Date(billing.trialEndsAt))
  const price = due === null ? null : format.price(due)
  return (
    <section className={classes.banner} data-soon={what === 'trialEnds' || undefined} aria-label={t('payment')}>
      <p>
        <b>{what === 'trialEnds' ? t('trialUntil', { date }) : t(what === 'owed' ? 'owedTitlePaid' : 'owedTitle')}</b>{' '}
        {t(what === 'trialEnds' ? 'trialThenStops' : 'owedWhat')}
      </p>
      <Link to={`${accountBillingPath}${billing.card ? '' : '?tab=2'}`}>
        {what === 'trialEnds' || price === null ? t('addPayment') : t('payOwed', { price })}
      </Link>
    </section>
  )
}
