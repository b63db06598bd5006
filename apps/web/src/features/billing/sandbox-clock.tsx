/** In the sandbox time can be made to pass, so that every state of a plan can be seen (P4). */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import classes from './billing.module.css'
import { billingCalls } from './calls.ts'
import { useAct } from './use-act.ts'
import { useBillingChanged } from './use-billing.ts'

const daySeconds = 86_400
const steps = [
  ['clockDay', daySeconds],
  ['clockWeek', 7 * daySeconds],
  ['clockMonth', 31 * daySeconds],
] as const

export function SandboxClock() {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const problemText = useProblemText()
  const changed = useBillingChanged()
  const { isBusy, problem, run } = useAct()
  const [nowAt, setNowAt] = useState<number | null>(null)
  const move = (seconds: number) =>
    run(async () => {
      setNowAt((await billingCalls.passTime(seconds)).nowAt)
      changed()
    })
  return (
    <section className={classes.card} aria-labelledby="clock">
      <h2 id="clock">
        {t('testMode', { ns: 'plans' })}: {t('clock')}
      </h2>
      <p>{t('clockText')}</p>
      <div className={classes.buttons}>
        {steps.map(([text, seconds]) => (
          <Button key={text} variant="default" disabled={isBusy} onClick={() => move(seconds)}>
            {t(text)}
          </Button>
        ))}
      </div>
      <p role="status" className={classes.note}>
        {nowAt !== null && t('clockMoved', { date: format.date(new Date(nowAt)) })}
      </p>
      <p className={classes.problem} role="alert">
        {problem !== null && problemText(problem)}
      </p>
    </section>
  )
}
