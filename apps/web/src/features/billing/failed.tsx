/** While the plan is looked up, and when nothing is known of it. */
import { Button, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import classes from './billing.module.css'

export function Waiting() {
  const { t } = useTranslation('billing')
  return (
    <p className={classes.waiting} role="status">
      <Loader size={18} color="var(--ink-2)" aria-hidden="true" />
      {t('loading')}
    </p>
  )
}

export function Failed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation('billing')
  const problemText = useProblemText()
  return (
    <div className={classes.card} role="alert">
      <p>{problemText(error)}</p>
      <Button variant="default" onClick={() => onRetry()}>
        {t('tryAgain')}
      </Button>
    </div>
  )
}
