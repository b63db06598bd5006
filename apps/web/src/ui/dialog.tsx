/** A question or a note over the page: the browser keeps the focus within and the rest of the page still. */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './dialog.module.css'

type Props = { title: string; onClose: () => void; children: ReactNode }

export function Dialog({ title, onClose, children }: Props) {
  const box = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useEffect(() => {
    const before = document.activeElement
    box.current?.showModal()
    heading.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    // Escape is the browser's own "cancel"; only the ground around the box has the dialog itself as its target.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={box}
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === box.current && onClose()}
    >
      <div className={classes.content}>
        <h2 ref={heading} id={titleId} className={classes.title} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}
