/** A window over the page, the only one: the component library keeps the focus within and the rest of the page still. */
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './dialog.module.css'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  /** Where the answers stand in no row of buttons: a cross beside the title. */
  closeLabel?: string
  /** The title takes the focus, unless something within has `data-autofocus`. */
  focusesContent?: boolean
  /** For whoever hears the page only. */
  hasHiddenTitle?: boolean
  size?: number
  /** From the top; in the middle without it. */
  top?: string
}

/** What had the focus before gets it back: closing takes the window away whole. */
function useReturnedFocus() {
  const [before] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}

/** Of windows over each other, the last one is on top: only that one takes Escape. */
const open: symbol[] = []

function useIsOnTop(): () => boolean {
  const [self] = useState(() => Symbol('window'))
  useEffect(() => {
    open.push(self)
    return () => void open.splice(open.indexOf(self), 1)
  }, [self])
  return () => open.at(-1) === self
}

export function Dialog({
  title,
  onClose,
  children,
  closeLabel,
  focusesContent = false,
  hasHiddenTitle = false,
  size = 440,
  top,
}: Props) {
  useReturnedFocus()
  const isOnTop = useIsOnTop()
  // Our own instead of the library's: the page beneath has to learn that this Escape is taken.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || !isOnTop()) return
      // What lies over this window, such as a file that is looked at, closes first.
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      onClose()
    },
    { capture: true },
  )
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      size={size}
      centered={top === undefined}
      yOffset={top ?? 16}
      xOffset={16}
      transitionProps={{ duration: 0 }}
      classNames={classes}
    >
      <Modal.Overlay />
      <Modal.Content data-bare={hasHiddenTitle || undefined}>
        {hasHiddenTitle ? (
          <Modal.Title className="visually-hidden">{title}</Modal.Title>
        ) : (
          <div className={classes.head}>
            <Modal.Title tabIndex={-1} data-autofocus={!focusesContent || undefined}>
              {title}
            </Modal.Title>
            {closeLabel && <Modal.CloseButton aria-label={closeLabel} size={44} iconSize={20} />}
          </div>
        )}
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
