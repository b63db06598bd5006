import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import classes from './fold-menu.module.css'

type Props = { title: ReactNode; titleClass: string | undefined; children: (close: () => void) => ReactNode }

/** The browser's own, which opens before any script is there. */
export function FoldMenu({ title, titleClass, children }: Props) {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => void menu.current?.removeAttribute('open')
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menu.current?.open) return
    event.preventDefault()
    close()
    menu.current.querySelector('summary')?.focus()
  }
  return (
    <details ref={menu} className={classes.menu} data-menu="" onBlur={leave} onKeyDown={press}>
      <summary className={titleClass} data-short>
        {title}
      </summary>
      <div>{children(close)}</div>
    </details>
  )
}
