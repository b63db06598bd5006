import { ArrowDownWideNarrow } from 'lucide-react'
import classes from './list-tools.module.css'

type Props<Sort extends string> = {
  label: string
  value: Sort
  entries: readonly (readonly [sort: Sort, text: string])[]
  onChange: (sort: Sort) => void
}

/** In which order a list stands. */
export const ListSort = <Sort extends string>({ label, value, entries, onChange }: Props<Sort>) => (
  <span className={classes.sort}>
    <ArrowDownWideNarrow size={18} strokeWidth={1.75} aria-hidden="true" />
    <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value as Sort)}>
      {entries.map(([sort, text]) => (
        <option key={sort} value={sort}>
          {text}
        </option>
      ))}
    </select>
  </span>
)
