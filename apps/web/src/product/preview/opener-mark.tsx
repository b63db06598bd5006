/** Beside a name that opens its file, so that nobody has to try: a finger hovers over nothing. */
import { Eye } from 'lucide-react'
import classes from './opener.module.css'

export const OpenerMark = () => <Eye className={classes.mark} size={15} strokeWidth={1.75} aria-hidden="true" />
