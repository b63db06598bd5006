/** A state in one word. */
import type { ReactNode } from 'react'
import classes from './badge.module.css'

export const Badge = ({ tone, children }: { tone: 'jade' | 'amber' | 'lacquer' | 'plain'; children: ReactNode }) => (
  <span className={classes.badge} data-tone={tone}>
    {children}
  </span>
)
