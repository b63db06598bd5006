/** What was to be paid, newest first, each with its PDF. */
import { Button } from '@mantine/core'
import type { BillingView } from '@sampan/contract/routes/billing'
import { FileDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import classes from './billing.module.css'
import { billingCalls } from './calls.ts'
import { Failed } from './failed.tsx'
import { PayOwed } from './pay-owed.tsx'
import { isOwing } from './running.ts'
import { useAct } from './use-act.ts'
import { type Invoice, useInvoices } from './use-invoices.ts'

export function Invoices({ billing }: { billing: BillingView }) {
  const { t } = useTranslation('billing')
  const { data, error, refetch } = useInvoices(billing)
  const invoices = billing.hasCustomer ? data?.invoices : []
  const newestOpen = invoices?.find(({ status }) => status === 'open')
  if (!invoices && error) return <Failed error={error} onRetry={refetch} />
  return (
    <section className={classes.card} aria-labelledby="invoices">
      <h2 id="invoices">{t('invoices')}</h2>
      {invoices?.length === 0 && <p>{t('noInvoices')}</p>}
      {invoices && invoices.length > 0 && (
        <ul className={classes.invoices}>
          {invoices.map((invoice) => (
            <Row key={invoice.id} invoice={invoice} billing={billing} isNewestOpen={invoice === newestOpen} />
          ))}
        </ul>
      )}
    </section>
  )
}

const tones = { paid: 'jade', open: 'amber', void: 'plain', uncollectible: 'lacquer', refunded: 'plain' } as const

/** What is open for a plan that is owed for is paid here; an invoice that waits for the first payment of a plan is not. */
function Row({ invoice, billing, isNewestOpen }: { invoice: Invoice; billing: BillingView; isNewestOpen: boolean }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const { number, createdAt, amountCents, status, hasPdf } = invoice
  const isDue = isNewestOpen && isOwing(billing) && billing.card !== null
  return (
    <li>
      <span className={classes.what}>
        <b>{t('invoice', { number })}</b>
        <span>{format.date(new Date(createdAt))}</span>
      </span>
      <span className={classes.amount}>{format.price(amountCents)}</span>
      <Badge tone={tones[status]}>{t(`invoice_${status}`)}</Badge>
      {isDue && <PayOwed billing={billing} cents={amountCents} isSmall />}
      {hasPdf && <Pdf invoice={invoice} />}
    </li>
  )
}

function Pdf({ invoice: { id, number } }: { invoice: Invoice }) {
  const { t } = useTranslation('billing')
  const { isBusy, problem, run } = useAct()
  async function save() {
    const address = URL.createObjectURL(await billingCalls.pdf(id))
    Object.assign(document.createElement('a'), { href: address, download: `${number}.pdf` }).click()
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }
  return (
    <>
      <Button
        size="sm"
        variant="default"
        loading={isBusy}
        aria-label={t('pdfOf', { number })}
        leftSection={<FileDown size={16} aria-hidden="true" />}
        onClick={() => run(save)}
      >
        {t('pdf')}
      </Button>
      {problem !== null && (
        <span className={classes.problem} role="alert">
          {t('listFailed')}
        </span>
      )}
    </>
  )
}
