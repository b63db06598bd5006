/** A stranger's name: it keeps its own direction of writing, turns nothing else around, and takes two lines at most. */
import classes from './strangers-name.module.css'

export const StrangersName = ({ name }: { name: string }) => (
  <bdi className={classes.name} title={name}>
    {name}
  </bdi>
)
