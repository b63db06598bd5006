/** A chart in its card, and the same as a table for whoever would rather read it. */
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './analytics.module.css'
import { Chart, type ChartProps } from './chart.tsx'
import { useDays } from './days.ts'

type Props = ChartProps & { title: string; note?: string | undefined; children?: ReactNode }

export function ChartCard({ title, note, children, ...chart }: Props) {
  const { t } = useTranslation('analytics')
  const [isTable, setTable] = useState(false)
  const steps = t(chart.series.isWeekly ? 'byWeek' : 'byDay')
  return (
    <section className={classes.card} aria-label={title}>
      <header className={classes.cardHead}>
        <h2>{title}</h2>
        <span>{[steps, note].filter(Boolean).join(' · ')}</span>
        <button type="button" className={classes.plain} aria-expanded={isTable} onClick={() => setTable(!isTable)}>
          {t(isTable ? 'hideTable' : 'showTable')}
        </button>
      </header>
      {children || <Chart {...chart} />}
      {chart.hasBefore && !children && (
        <p className={classes.legend}>
          <span data-mark="line">{t('thisPeriod')}</span>
          <span data-mark="dashes">{t('periodBefore')}</span>
        </p>
      )}
      {isTable && <Table {...chart} />}
    </section>
  )
}

function Table({ label, series, format, hasBefore }: ChartProps) {
  const { t } = useTranslation('analytics')
  const days = useDays()
  return (
    // What scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t(series.isWeekly ? 'week' : 'day')}</th>
            <th scope="col">{label}</th>
            {hasBefore && <th scope="col">{t('periodBefore')}</th>}
          </tr>
        </thead>
        <tbody>
          {series.points.map(({ day, value, before }) => (
            <tr key={day}>
              <th scope="row">{days.long(day)}</th>
              <td>{value === null ? '–' : format(value)}</td>
              {hasBefore && <td>{before === null ? '–' : format(before)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
