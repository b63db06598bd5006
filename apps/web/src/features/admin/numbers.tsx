import type { ReactNode } from 'react'
import classes from './admin.module.css'

/** A few facts with their names above them. */
export const Numbers = ({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={classes.numbers}>
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
