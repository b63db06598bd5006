import { contentName } from '@sampan/contract/page-language'
import type { ReactNode } from 'react'
import classes from './page.module.css'

type Tile = { to: string; title: string; description: string; below?: ReactNode }

/** Pages to go on to, each with what it is about. */
export const Tiles = ({ pages, heading: Heading = 'h3' }: { pages: Tile[]; heading?: 'h2' | 'h3' }) => (
  <ul className={classes.grid}>
    {pages.map(({ to, title, description, below }) => (
      <li key={to}>
        <div className={classes.tile}>
          <Heading>
            <a href={to} data-title-of={contentName(to)}>
              {title}
            </a>
          </Heading>
          <p data-description-of={contentName(to)}>{description}</p>
          {below}
        </div>
      </li>
    ))}
  </ul>
)
