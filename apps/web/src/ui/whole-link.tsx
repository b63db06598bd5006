/** A link to be seen as a whole: its telling part is its end, which one line of a phone would cut off. */
import type { RefObject } from 'react'
import classes from './whole-link.module.css'

type Props = { field: RefObject<HTMLTextAreaElement | null>; url: string; label: string }

export function WholeLink({ field, url, label }: Props) {
  return (
    <textarea
      ref={field}
      className={classes.link}
      readOnly
      rows={2}
      spellCheck={false}
      aria-label={label}
      value={url}
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
    />
  )
}
