/** A table of what each view took at each amount of downloads. */
import { tableOf } from './report.mjs'

const ms = (value) => (value < 9.95 ? value.toFixed(1) : Math.round(value).toLocaleString('en'))

export const timesTable = (rows, which, title) =>
  tableOf(
    [title, ...rows.map(({ downloads }) => downloads.toLocaleString('en'))],
    Object.keys(rows[0][which]).map((name) => [
      name,
      ...rows.map(({ [which]: { [name]: took } }) => `${ms(took.cpuMs)} / ${ms(took.ms)}`),
    ]),
  )
