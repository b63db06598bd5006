/** How much of what was asked for is there; its words stand beside it. */
import classes from './bar.module.css'

export const Bar = ({ value, max }: { value: number; max: number }) => (
  <span className={classes.track} aria-hidden="true">
    <i style={{ width: `${max > 0 ? Math.min(100, (value / max) * 100) : 0}%` }} />
  </span>
)
