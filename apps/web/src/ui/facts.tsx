/** Facts in a row with dots between them, of which none is left hanging where a line begins or ends. */
import { Children, type ReactNode } from 'react'
import classes from './facts.module.css'

export function Facts({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <p className={className}>
      <span className={classes.row}>
        {Children.map(Children.toArray(children), (fact, index) => (
          <span className={classes.fact}>
            {index > 0 && <span className={classes.dot}>{' · '}</span>}
            {fact}
          </span>
        ))}
      </span>
    </p>
  )
}
