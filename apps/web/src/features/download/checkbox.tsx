import { type ReactNode, useEffect, useRef } from 'react'
import classes from './checkbox.module.css'
import type { Mark } from './selection.ts'

type Props = { label: string; mark: Mark; isDisabled?: boolean; tabIndex?: 0 | -1; onChange: () => void; children?: ReactNode }

/** The browser's own box with its third state; the area around it takes a finger. */
export function Checkbox({ label, mark, isDisabled, tabIndex, onChange, children }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mark === 'some'
  }, [mark])
  return (
    <label className={classes.area}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={mark === 'all'}
        disabled={isDisabled}
        tabIndex={tabIndex}
        onChange={onChange}
      />
      {children}
    </label>
  )
}
