/** A page that is read: where one is, what it is called, what it says. */
import type { ReactNode } from 'react'
import { Scene } from '../../ui/scene.tsx'
import classes from './page.module.css'

type Props = {
  title: string
  lead?: string | undefined
  above?: ReactNode
  below?: ReactNode
  isWide?: boolean
  children: ReactNode
}

export const Frame = ({ title, lead, above, below, isWide = false, children }: Props) => (
  <div className={classes.page}>
    <Scene />
    <div className={isWide ? classes.wide : classes.column}>
      <header className={classes.head}>
        {above}
        <h1 data-page-title="">{title}</h1>
        <p className={classes.lead} data-page-lead="" hidden={!lead}>
          {lead}
        </p>
        {below}
      </header>
      {children}
    </div>
  </div>
)
