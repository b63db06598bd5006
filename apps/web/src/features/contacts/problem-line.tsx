import { useProblemText } from '../../lib/problem-text.ts'
import classes from './windows.module.css'

/** What went wrong, read out when it appears. */
export function ProblemLine({ problem }: { problem: unknown }) {
  const problemText = useProblemText()
  return (
    <p className={classes.problem} role="alert">
      {problem !== null && problemText(problem)}
    </p>
  )
}
