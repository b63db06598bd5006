/** A labelled field with what is wrong, or worth knowing, right below it. */
import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import classes from './text-field.module.css'

type Props = Omit<ComponentProps<'input'>, 'className' | 'id'> & {
  label: string
  error?: ReactNode
  hint?: ReactNode
  /** Stands at the end of the field's line, as a button does. */
  aside?: ReactNode
}

export function TextField({ label, error, hint, aside, ...input }: Props) {
  const id = useId()
  return (
    <div className={classes.block}>
      <label htmlFor={id}>{label}</label>
      <span className={classes.field}>
        <input {...input} id={id} aria-invalid={Boolean(error)} aria-describedby={`${id}-note`} />
        {aside}
      </span>
      {/* Always there: what appears in it is read out, and nothing below moves by a line that comes and goes. */}
      <p id={`${id}-note`} className={classes.note} data-error={error ? true : undefined} aria-live="polite">
        {error || hint}
      </p>
    </div>
  )
}
