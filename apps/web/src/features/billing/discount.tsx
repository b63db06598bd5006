/** Shown while it can still be redeemed (P3). */
import type { BillingView } from '@sampan/contract/routes/billing'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'

export function Discount({ discount }: Pick<BillingView, 'discount'>) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  if (!discount || (discount.redeemBy !== null && discount.redeemBy <= Date.now())) return null
  const { name, redeemBy } = discount
  return (
    <p>{redeemBy === null ? t('discount', { name }) : t('discountUntil', { name, date: format.date(new Date(redeemBy)) })}</p>
  )
}
