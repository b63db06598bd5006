/** The Billing tab (P5): the plan and its dates, the card, the invoices, what is used of every limit, and the way out. */
import { accountProfilePath } from '@sampan/contract/paths'
import type { BillingView } from '@sampan/contract/routes/billing'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import classes from './billing.module.css'
import { Failed, Waiting } from './failed.tsx'
import { Invoices } from './invoices.tsx'
import { ModeNotice } from './mode-notice.tsx'
import { OnInvoices } from './on-invoices.tsx'
import { Owed } from './owed.tsx'
import { PaymentMethod } from './payment-method.tsx'
import { PlanCard } from './plan-card.tsx'
import { isOwing } from './running.ts'
import { SandboxClock } from './sandbox-clock.tsx'
import { UnderWay } from './underway.tsx'
import { Unfinished } from './unfinished.tsx'
import { UsageCard, type Used } from './usage-card.tsx'
import { useBilling } from './use-billing.ts'

type Props = {
  usage: Used | undefined
  /** What takes storage and is no transfer. */
  besideUsage: ReactNode
}

export function BillingTab({ usage, besideUsage }: Props) {
  const { data: billing, error, refetch } = useBilling()
  if (billing) return <Known billing={billing} usage={usage} besideUsage={besideUsage} />
  return error ? <Failed error={error} onRetry={refetch} /> : <Waiting />
}

/** `tab=2` is where a payment method is added (P2). */
function Known({ billing, usage, besideUsage }: Props & { billing: BillingView }) {
  const { t } = useTranslation('billing')
  const [query, setQuery] = useSearchParams()
  const isAdding = query.get('tab') === '2'
  const open = () => setQuery({ tab: '2' }, { replace: true, preventScrollReset: true })
  const close = () => setQuery({}, { replace: true, preventScrollReset: true })
  return (
    <div className={classes.tab}>
      <ModeNotice />
      {isOwing(billing) && <Owed billing={billing} onAdd={open} isAdding={isAdding} />}
      {billing.isPaying ? <UnderWay /> : billing.unfinished && <Unfinished plan={billing.unfinished} />}
      <PlanCard billing={billing} />
      <PaymentMethod billing={billing} isAdding={isAdding} onOpen={open} onClose={close} />
      <UsageCard of={billing} usage={usage} />
      {besideUsage}
      <Invoices billing={billing} />
      <OnInvoices billing={billing} />
      {billing.mode === 'sandbox' && (billing.hasCustomer || billing.period !== null) && <SandboxClock />}
      <section className={classes.card} aria-labelledby="danger">
        <h2 id="danger">{t('danger')}</h2>
        <p>{t('dangerText')}</p>
        <Link to={`${accountProfilePath}#delete`}>{t('dangerLink')}</Link>
      </section>
    </div>
  )
}
