/** A purchase that stopped at the bank's question: nothing was paid, and it can be gone on with or left (P3). */
import { Button } from '@mantine/core'
import { dashPlansPath } from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'
import type { BillingView } from '@sampan/contract/routes/billing'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import { isSelling } from '../../product/plans/selling.ts'
import classes from './billing.module.css'
import { FreeButton } from './free-button.tsx'
import { useBilling } from './use-billing.ts'

/** Beside what is no billing: a plan that is not paid for yet is still the free one, and only its own account buys. */
export function UnfinishedPurchase({ user: { role, isTeamMember } }: { user: Pick<User, 'role' | 'isTeamMember'> }) {
  const mayBuy = isSelling() && role === 'free' && !isTeamMember
  const { data: billing } = useBilling(mayBuy)
  return mayBuy && billing?.unfinished && !billing.isPaying ? <Unfinished plan={billing.unfinished} /> : null
}

export function Unfinished({ plan: { role, period, amountCents } }: { plan: NonNullable<BillingView['unfinished']> }) {
  const { t } = useTranslation('billing')
  const roleName = useRoleName()
  const format = useFormat()
  const price = format.price(amountCents)
  const words = { role: roleName(role), price }
  return (
    <section className={classes.owed} aria-labelledby="unfinished">
      <TriangleAlert size={22} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <h2 id="unfinished">{t('unfinishedTitle')}</h2>
        <p>{t(period === 'yearly' ? 'unfinishedYear' : 'unfinishedMonth', words)}</p>
        <div className={classes.buttons}>
          <Button component={Link} to={`${dashPlansPath}?role=${role}&period=${period}`} h={44}>
            {t('unfinishedGoOn')}
          </Button>
          <FreeButton />
        </div>
      </div>
    </section>
  )
}
