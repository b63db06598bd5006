/** The sandbox's card form, with the cards that work there. */
import { Button } from '@mantine/core'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asProblem } from '../../lib/is-problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { TextField } from '../../ui/text-field.tsx'
import classes from './billing.module.css'
import { billingCalls } from './calls.ts'
import { type CardFields, noCard, readCard, shownExpiry, shownNumber, type WrongCard } from './card-fields.ts'
import type { CardFormProps } from './card-form-props.ts'

const testCards = [
  ['4242 4242 4242 4242', 'testOk'],
  ['4000 0000 0000 0002', 'testDeclined'],
  ['4000 0025 0000 3155', 'testConfirm'],
  ['4000 0000 0000 0341', 'testLater'],
] as const

export function SandboxCardForm({ label, isBusy, problem, submit }: CardFormProps) {
  const { t } = useTranslation('billing')
  const problemText = useProblemText()
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState(noCard)
  const [wrong, setWrong] = useState<WrongCard>({})
  const change = (changed: Partial<CardFields>) => {
    setFields({ ...fields, ...changed })
    setWrong({})
  }
  function send(event: FormEvent) {
    event.preventDefault()
    const read = readCard(fields, new Date())
    if ('card' in read) return void submit(async () => (await billingCalls.testCard(read.card)).paymentMethodId)
    setWrong(read.wrong)
    form.current?.querySelector<HTMLInputElement>(`[name=${Object.keys(read.wrong)[0]}]`)?.focus()
  }
  const isStrange = asProblem(problem)?.fields?.number !== undefined
  const note = (name: keyof CardFields) => wrong[name] && t(wrong[name])
  const field = (name: keyof CardFields, shown = (text: string) => text) => ({
    name,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    value: fields[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: shown(event.currentTarget.value) }),
  })
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={send} aria-label={t('card')}>
      <TextField
        {...field('number', shownNumber)}
        label={t('cardNumber')}
        error={isStrange ? t('cardNotTest') : note('number')}
      />
      <div className={classes.pair}>
        <TextField {...field('expiry', shownExpiry)} label={t('cardExpiry')} error={note('expiry')} />
        <TextField {...field('cvc')} label={t('cardCvc')} maxLength={4} error={note('cvc')} />
      </div>
      <p className={classes.problem} role="alert">
        {problem !== null && !isStrange && problemText(problem)}
      </p>
      <Button type="submit" h={48} fullWidth loading={isBusy}>
        {label}
      </Button>
      <TestCards onUse={(number) => change({ number, expiry: `12/${(new Date().getFullYear() + 3) % 100}`, cvc: '123' })} />
    </form>
  )
}

function TestCards({ onUse }: { onUse: (number: string) => void }) {
  const { t } = useTranslation('billing')
  return (
    <div className={classes.cards}>
      <p className={classes.name}>{t('testCards')}</p>
      <ul>
        {testCards.map(([number, what]) => (
          <li key={number}>
            <span>
              <code>{number}</code> {t(what)}
            </span>
            <button type="button" aria-label={`${t('testUse')}: ${number}`} onClick={() => onUse(number)}>
              {t('testUse')}
            </button>
          </li>
        ))}
      </ul>
      <p>{t('testCardNote')}</p>
    </div>
  )
}
