/** A payment is missing (P5): what that means, what comes next, and the two ways on. */
import { Button } from '@mantine/core'
import type { BillingView } from '@sampan/contract/routes/billing'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import classes from './billing.module.css'
import { FreeButton } from './free-button.tsx'
import { PayOwed } from './pay-owed.tsx'
import { useInvoices } from './use-invoices.ts'

type Props = { billing: BillingView; onAdd: () => void; isAdding: boolean }

/** Without a card none was ever charged, so that what ended was a trial. */
function useOwed(billing: BillingView): { title: string; lines: string[] } {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const open = useInvoices(billing).data?.invoices.find(({ status }) => status === 'open')
  const date = (at: number) => format.date(new Date(at))
  const { card, status, trialEndsAt } = billing
  if (!card) {
    const ended = trialEndsAt !== null ? [t('owedTrialEnded', { date: date(trialEndsAt) })] : []
    return { title: t('owedTitle'), lines: [...ended, t('owedText'), t('owedWhat')] }
  }
  const due = open ? [t('owedSince', { price: format.price(open.amountCents), date: date(open.createdAt) })] : []
  const next = t(status === 'past_due' ? 'owedRetried' : 'owedGivenUp')
  return { title: t('owedTitlePaid'), lines: [[...due, next].join(' '), t('owedTextPaid'), t('owedWhat')] }
}

export function Owed({ billing, onAdd, isAdding }: Props) {
  const { t } = useTranslation('billing')
  const { title, lines } = useOwed(billing)
  return (
    <section className={classes.owed} aria-labelledby="owed">
      <TriangleAlert size={22} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <h2 id="owed">{title}</h2>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <div className={classes.buttons}>
          {billing.card && !isAdding && <PayOwed billing={billing} />}
          {!isAdding && (
            <Button h={44} variant={billing.card ? 'default' : 'filled'} onClick={onAdd}>
              {t(billing.card ? 'otherCard' : 'addPayment')}
            </Button>
          )}
          <FreeButton />
        </div>
      </div>
    </section>
  )
}
