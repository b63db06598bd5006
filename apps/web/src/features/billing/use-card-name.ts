/** "Visa ending in 4242". */
import type { BillingView } from '@sampan/contract/routes/billing'
import { useTranslation } from 'react-i18next'

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export function useCardName(): (card: NonNullable<BillingView['card']>) => string {
  const { t } = useTranslation('billing')
  return ({ brand, last4 }) => t('cardIs', { brand: capital(brand), last4 })
}
