import { useProblemText } from '../lib/problem-text.ts'
import classes from './problem-line.module.css'

/** What went wrong and no field is to blame for, read out when it appears. */
export function ProblemLine({ problem }: { problem: unknown }) {
  const problemText = useProblemText()
  return (
    <p className={classes.problem} role="alert">
      {problem !== null && problemText(problem)}
    </p>
  )
}
