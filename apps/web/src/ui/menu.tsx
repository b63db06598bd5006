/** A button with what can be done; the browser's own popover lies over everything and goes with Escape or a click elsewhere. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
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

const gap = 4
const margin = 8

/** Below the button, or above it where there is no room, with their right edges in line. */
function place(menu: HTMLElement, button: HTMLElement) {
  const at = button.getBoundingClientRect()
  const { offsetHeight: height, offsetWidth: width } = menu
  const isBelow = at.bottom + gap + height <= window.innerHeight - margin
  menu.style.top = `${isBelow ? at.bottom + gap : Math.max(margin, at.top - gap - height)}px`
  menu.style.left = `${Math.max(margin, at.right - width)}px`
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

function nextItem(items: HTMLElement[], key: string): HTMLElement | undefined {
  const now = items.indexOf(document.activeElement as HTMLElement)
  if (key === 'ArrowDown') return items[(now + 1) % items.length]
  if (key === 'ArrowUp') return items.at(now - 1)
  if (key === 'Home') return items[0]
  return key === 'End' ? items.at(-1) : undefined
}

export function Menu({ label, icon, entries }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    if (!isOpen || !menu.current || !button.current) return
    place(menu.current, button.current)
    itemsOf(menu.current)[0]?.focus({ preventScroll: true })
  }, [isOpen])
  useEffect(() => {
    if (!isOpen) return
    // Its button scrolls away from under it.
    const close = () => menu.current?.hidePopover()
    window.addEventListener('scroll', close)
    window.addEventListener('resize', close)
    return () => {
      window.removeEventListener('scroll', close)
      window.removeEventListener('resize', close)
    }
  }, [isOpen])
  const close = () => {
    menu.current?.hidePopover()
    button.current?.focus({ preventScroll: true })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Tab') close()
    const next = nextItem(itemsOf(menu.current), event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.button}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
      >
        {icon}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={classes.menu}
        data-open={isOpen || undefined}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={press}
      >
        {isOpen && entries.map((entry) => <Item key={entry.label} entry={entry} onDone={close} />)}
      </div>
    </>
  )
}

function Item({ entry, onDone }: { entry: MenuEntry; onDone: () => void }) {
  const { label, icon, isDangerous, href, onSelect } = entry
  const select = () => {
    onDone()
    onSelect?.()
  }
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    className: classes.item,
    'data-dangerous': isDangerous || undefined,
    onClick: select,
  } as const
  return href ? (
    <a {...shared} href={href} target="_blank" rel="noreferrer">
      {icon}
      {label}
    </a>
  ) : (
    <button {...shared} type="button">
      {icon}
      {label}
    </button>
  )
}
