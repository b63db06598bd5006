/** What concerns no single field: a refusal, or that the answer is late. */
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import classes from './sign-in.module.css'
import { useSlow } from './use-slow.ts'

export function Asking({ id, problem, isAsking }: { id?: string; problem: unknown; isAsking: boolean }) {
  const { t } = useTranslation('account')
  const problemText = useProblemText()
  const isSlow = useSlow(isAsking)
  return (
    <div id={id} className={classes.notes} aria-live="assertive">
      {problem !== null && <p className={classes.problem}>{problemText(problem)}</p>}
      {isSlow && <p className={classes.slow}>{t('slow')}</p>}
    </div>
  )
}
