/** What happens to the plan, and when. */
import type { BillingView } from '@sampan/contract/routes/billing'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useRoleName } from '../../product/plans/role-name.ts'

export function usePlanDates(billing: BillingView): string[] {
  const { t } = useTranslation('billing')
  const roleName = useRoleName()
  const format = useFormat()
  const date = (at: number) => format.date(new Date(at))
  const { status, trialDaysLeft, trialEndsAt, renewsAt, endsAt, isCancelling, card, amountCents } = billing
  const { discountedCents, creditCents, leftRole, period } = billing
  // What is charged by then, with a discount that holds then.
  const fullCents = discountedCents ?? amountCents
  const cents = fullCents === null ? null : Math.max(0, fullCents - creditCents)
  // A trial ends too, but nobody has paid for it.
  const isPaid = trialEndsAt === null && endsAt !== null
  if (status === 'revoke' && period !== null) return [isPaid ? t('restsPaid', { date: date(endsAt) }) : t('rests')]
  if (isCancelling && endsAt !== null) return [t('ends', { date: date(endsAt), role: roleName(leftRole) })]
  if (status === 'trialing' && trialEndsAt !== null) {
    const then = card && cents !== null ? t('trialThenPay', { price: format.price(cents) }) : t('trialThenStops')
    return [`${t('trialLeft', { count: trialDaysLeft ?? 0 })} ${t('trialUntil', { date: date(trialEndsAt) })}`, then]
  }
  if (status !== 'active' || renewsAt === null || cents === null) return []
  return [t('renews', { date: date(renewsAt), price: format.price(cents) })]
}
