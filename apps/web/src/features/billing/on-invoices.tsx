/** Whom the next invoices name: company, address and VAT or tax number (P3). */
import { Button } from '@mantine/core'
import type { BillingView } from '@sampan/contract/routes/billing'
import { type BillingDetails, type BillingDetailsField, billingDetailsChars } from '@sampan/contract/routes/billing-details'
import { fieldText } from '@sampan/texts/errors'
import { formatCountry } from '@sampan/texts/format'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { useUnsaved } from '../../lib/unsaved.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import classes from './billing.module.css'
import { billingCalls } from './calls.ts'
import { CountryField } from './country-field.tsx'
import { Failed } from './failed.tsx'

const detailsKey = ['billingDetails']

export function OnInvoices({ billing: { status } }: { billing: BillingView }) {
  const { t } = useTranslation('billing')
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey: detailsKey, queryFn: billingCalls.details, networkMode: 'always' })
  const [isOpen, setOpen] = useState(false)
  const [isSaved, setSaved] = useState(false)
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : null
  function open() {
    setSaved(false)
    setOpen(true)
  }
  async function save(details: BillingDetails) {
    queries.setQueryData(detailsKey, await billingCalls.saveDetails(details))
    setOpen(false)
    setSaved(true)
  }
  return (
    <section className={classes.card} aria-labelledby="on-invoices">
      <h2 id="on-invoices">{t('onInvoices')}</h2>
      {isOpen ? (
        <DetailsForm saved={data} onSave={save} onClose={() => setOpen(false)} />
      ) : (
        <>
          <Lines details={data} />
          <p role="status" className={classes.good}>
            {isSaved && t('onInvoicesSaved')}
          </p>
          {/* Nothing may be changed by an account that rests. */}
          {status !== 'revoke' && (
            <div className={classes.buttons}>
              <Button h={44} variant="default" onClick={open}>
                {t(isSaid(data) ? 'onInvoicesChange' : 'onInvoicesAdd')}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

const isSaid = (details: BillingDetails): boolean => Object.values(details).some(Boolean)

export function Lines({ details }: { details: BillingDetails }) {
  const { t } = useTranslation('billing')
  const language = useLanguage()
  if (!isSaid(details)) return <p>{t('onInvoicesNone')}</p>
  const { company, line1, line2, city, postalCode, state, country, taxNumber } = details
  const place = [postalCode, city, state].filter(Boolean).join(' ')
  const lines = [company, line1, line2, place, formatCountry(country || null, language)].filter(Boolean)
  return (
    <>
      {lines.length > 0 && <p className={classes.address}>{lines.join('\n')}</p>}
      {taxNumber && <p>{t('taxNumberIs', { number: taxNumber })}</p>}
    </>
  )
}

const autoComplete = {
  company: 'organization',
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  postalCode: 'postal-code',
  state: 'address-level1',
  taxNumber: 'off',
} as const

type FormProps = { saved: BillingDetails; onSave: (details: BillingDetails) => Promise<void>; onClose: () => void }

function DetailsForm({ saved, onSave, onClose }: FormProps) {
  const { t } = useTranslation('billing')
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(saved)
  const { wrong, problem, refusals, isAsking, ask, mend } = useAsking({ hasFields: true })
  useFocusWrong(form, refusals)
  useUnsaved(Object.entries(typed).some(([name, text]) => text.trim() !== saved[name as BillingDetailsField]))
  const errorOf = (name: BillingDetailsField) => {
    if (name === 'taxNumber' && wrong.taxNumber === 'invalid') return t('taxNumberWrong')
    return wrong[name] && fieldText(wrong[name], language)
  }
  const change = (part: Partial<BillingDetails>) => {
    setTyped({ ...typed, ...part })
    mend()
  }
  const field = (name: keyof typeof autoComplete) => (
    <TextField
      label={t(name)}
      name={name}
      autoComplete={autoComplete[name]}
      maxLength={billingDetailsChars[name]}
      value={typed[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      error={errorOf(name)}
    />
  )
  function save(event: FormEvent) {
    event.preventDefault()
    void ask(() => onSave(typed))
  }
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={save}>
      {field('company')}
      {field('line1')}
      {field('line2')}
      <div className={classes.pair}>
        {field('postalCode')}
        {field('city')}
      </div>
      <div className={classes.pair}>
        {field('state')}
        <CountryField
          label={t('country')}
          unsaid={t('countryUnsaid')}
          value={typed.country}
          error={errorOf('country')}
          onChange={(country) => change({ country })}
        />
      </div>
      {field('taxNumber')}
      <p className={classes.note}>{t('onInvoicesNext')}</p>
      <ProblemLine problem={problem} />
      <div className={classes.buttons}>
        <Button type="submit" h={44} loading={isAsking}>
          {t('onInvoicesSave')}
        </Button>
        <Button h={44} variant="default" disabled={isAsking} onClick={onClose}>
          {t('onInvoicesCancel')}
        </Button>
      </div>
    </form>
  )
}
