import { ArrowDownWideNarrow, type LucideIcon } from 'lucide-react'
import classes from './list-tools.module.css'

type Props<Sort extends string> = {
  label: string
  value: Sort
  entries: readonly (readonly [sort: Sort, text: string])[]
  onChange: (sort: Sort) => void
  Icon?: LucideIcon
}

/** In which order a list stands, or whose it is. */
export const ListSort = <Sort extends string>({ label, value, entries, onChange, Icon = ArrowDownWideNarrow }: Props<Sort>) => (
  <span className={classes.sort}>
    <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
    <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value as Sort)}>
      {entries.map(([sort, text]) => (
        <option key={sort} value={sort}>
          {text}
        </option>
      ))}
    </select>
  </span>
)
