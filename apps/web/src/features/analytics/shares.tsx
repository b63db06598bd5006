/** Parts of a whole, as bars of one colour with their words and numbers. */
import { useFormat } from '../../lib/format.ts'
import classes from './analytics.module.css'
import { useShare } from './days.ts'
import lists from './lists.module.css'

type Props = { title: string; rows: readonly { key: string; name: string; downloads: number }[]; nothing: string }

export function Shares({ title, rows, nothing }: Props) {
  const format = useFormat()
  const share = useShare()
  const sum = rows.reduce((total, { downloads }) => total + downloads, 0)
  return (
    <section className={classes.card} aria-label={title}>
      <header className={classes.cardHead}>
        <h2>{title}</h2>
      </header>
      {rows.length === 0 && <p className={classes.nothing}>{nothing}</p>}
      <ul className={lists.rows}>
        {rows.map(({ key, name, downloads }) => (
          <li key={key} className={lists.row}>
            <span className={lists.name}>{name}</span>
            <span className={lists.number}>
              {format.number(downloads)} <span>{share(downloads, sum)}</span>
            </span>
            <Measure part={downloads / Math.max(1, sum)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export const Measure = ({ part }: { part: number }) => (
  <span className={lists.measure} aria-hidden="true">
    <span style={{ width: `${Math.max(0.5, part * 100)}%` }} />
  </span>
)
