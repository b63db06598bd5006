/** Pages that belong together, side by side under their heading; the one that is open is always in sight. */
import { useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import classes from './page-tabs.module.css'
import { useChosenInView } from './use-chosen-in-view.ts'

/** `hasInner`: it is open as well while a page below its address is. */
export type PageTab = { to: string; text: string; hasInner?: boolean }

export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const row = useRef<HTMLElement>(null)
  useChosenInView(row, useLocation().pathname)
  return (
    <nav ref={row} className={classes.tabs} aria-label={label}>
      {tabs.map(({ to, text, hasInner = false }) => (
        <NavLink key={to} to={to} end={!hasInner} className={classes.tab} preventScrollReset>
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
