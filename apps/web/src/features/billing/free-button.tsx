/** Ends what is not paid and goes on with the free plan, at once (P5). */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import classes from './billing.module.css'
import { billingCalls } from './calls.ts'
import { useAct } from './use-act.ts'
import { useBillingChanged } from './use-billing.ts'

export function FreeButton() {
  const { t } = useTranslation('billing')
  const problemText = useProblemText()
  const changed = useBillingChanged()
  const { isBusy, problem, run } = useAct()
  return (
    <>
      <Button h={44} variant="default" loading={isBusy} onClick={() => run(async () => changed(await billingCalls.free()))}>
        {t('continueFree')}
      </Button>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problemText(problem)}
        </p>
      )}
    </>
  )
}
