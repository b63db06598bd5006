/** A button with what can be done. */
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu as Base } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import classes from './menu.module.css'

export type MenuEntry = {
  label: string
  icon: ReactNode
  isDangerous?: boolean
  /** Opens in a new tab. */
  href?: string
  onSelect?: () => void
}
type Props = { label: string; icon: ReactNode; entries: readonly MenuEntry[] }

export function Menu({ label, icon, entries }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The focus is back before an entry opens a window, which returns it there when it closes.
  const close = () => {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  // Our own instead of the library's: what lies beneath has to learn that this Escape is taken.
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.preventDefault()
    if (event.key === 'Escape' || event.key === 'Tab') close()
  }
  return (
    <Base
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      offset={4}
      closeOnEscape={false}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
      // Inside of a landmark, where screen readers look for what a page holds.
      portalProps={{ target: 'main' }}
      classNames={classes}
    >
      <Base.Target>
        <button ref={button} type="button" className={classes.button} aria-label={label}>
          {icon}
        </button>
      </Base.Target>
      <Base.Dropdown onKeyDownCapture={press}>
        {entries.map((entry) => (
          <Item key={entry.label} entry={entry} onDone={close} />
        ))}
      </Base.Dropdown>
    </Base>
  )
}

function Item({ entry, onDone }: { entry: MenuEntry; onDone: () => void }) {
  const { label, icon, isDangerous, href, onSelect } = entry
  const select = () => {
    onDone()
    onSelect?.()
  }
  const shared = { leftSection: icon, 'data-dangerous': isDangerous || undefined, onClick: select, children: label } as const
  return href ? <Base.Item {...shared} component="a" href={href} target="_blank" rel="noreferrer" /> : <Base.Item {...shared} />
}
