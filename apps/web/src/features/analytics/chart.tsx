/** A line or bars over time. The keyboard goes from point to point, and each is read out; the table beside it says the same. */
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './chart.module.css'
import { useDays } from './days.ts'
import { type Series, ticksOf } from './series.ts'

export type ChartProps = {
  label: string
  series: Series
  kind: 'line' | 'bars'
  tone?: 'main' | 'quiet'
  format: (value: number) => string
  hasBefore?: boolean
}

const height = 220
const margin = { top: 12, right: 10, bottom: 26 }
/** Of the usual figure's width at that size of letters. */
const characterPixels = 7.2

/** As wide as its place is. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(640)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const watch = new ResizeObserver(([entry]) => setWidth(Math.max(240, Math.round(entry!.contentRect.width))))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { place, width }
}

function scaleOf({ series: { points }, kind, format }: ChartProps, width: number) {
  const max = Math.max(0, ...points.map(({ value, before }) => Math.max(value ?? 0, before ?? 0)))
  const ticks = ticksOf(max)
  const left = 10 + Math.max(...ticks.map((tick) => format(tick).length)) * characterPixels
  const step = (width - left - margin.right) / (kind === 'bars' ? points.length : Math.max(1, points.length - 1))
  const top = ticks.at(-1)!
  return {
    ticks,
    left,
    step,
    x: (index: number) => left + (kind === 'bars' ? index + 0.5 : points.length === 1 ? 0.5 : index) * step,
    y: (value: number) => margin.top + (1 - value / top) * (height - margin.top - margin.bottom),
    indexAt: (x: number) => Math.min(points.length - 1, Math.max(0, Math.round((x - left) / step - (kind === 'bars' ? 0.5 : 0)))),
  }
}
type Scale = ReturnType<typeof scaleOf>

/** Lines break where nothing is known. */
function pathOf(values: readonly (number | null)[], { x, y }: Scale): string {
  return values
    .map((value, index) =>
      value === null ? '' : `${values[index - 1] == null ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
    )
    .join('')
}

const moves: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowDown: (at) => Math.max(0, at - 1),
  PageUp: (at, last) => Math.min(last, at + 7),
  PageDown: (at) => Math.max(0, at - 7),
  Home: () => 0,
  End: (_, last) => last,
}

export function Chart(props: ChartProps) {
  const { label, series, tone = 'main' } = props
  const { t } = useTranslation('analytics')
  const { place, width } = useWidth()
  const [chosen, setChosen] = useState<number | null>(null)
  const scale = scaleOf(props, width)
  const last = series.points.length - 1
  const at = chosen === null ? null : Math.min(chosen, last)
  const wordsOf = useWords(props)
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    setChosen(move(at ?? last, last))
  }
  const point = (event: PointerEvent) =>
    setChosen(scale.indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left))
  return (
    <div
      ref={place}
      className={classes.chart}
      data-tone={tone}
      role="slider"
      tabIndex={0}
      aria-label={`${label}. ${t('chartKeys')}`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={wordsOf(at ?? last)}
      onKeyDown={press}
      onFocus={() => setChosen(at ?? last)}
      onBlur={() => setChosen(null)}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setChosen(null)}
    >
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <Grid {...props} scale={scale} width={width} />
        {props.kind === 'bars' ? <BarMarks {...props} scale={scale} at={at} /> : <LineMarks {...props} scale={scale} at={at} />}
      </svg>
      {at !== null && (
        <p className={classes.tip} style={{ left: Math.min(width - 90, Math.max(90, scale.x(at))) }}>
          {wordsOf(at)}
        </p>
      )}
    </div>
  )
}

function useWords({ series, format, hasBefore }: ChartProps): (index: number) => string {
  const { t } = useTranslation('analytics')
  const days = useDays()
  return (index) => {
    const { day, value, before } = series.points[index]!
    const when = days.long(day)
    const said = value === null ? '–' : format(value)
    return hasBefore && before !== null
      ? t('chartPointBefore', { when, value: said, before: format(before) })
      : t('chartPoint', { when, value: said })
  }
}

type Drawn = ChartProps & { scale: Scale }

function Grid({ series: { points }, format, scale, width }: Drawn & { width: number }) {
  const days = useDays()
  const { ticks, left, x, y } = scale
  const count = Math.min(points.length, Math.max(2, Math.floor((width - left) / 110)))
  const marks = [
    ...new Set(Array.from({ length: count }, (_, n) => Math.round((n * (points.length - 1)) / Math.max(1, count - 1)))),
  ]
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick} className={classes.tick}>
          <line x1={left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
          <text x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {marks.map((index) => (
        <text
          key={index}
          className={classes.date}
          x={x(index)}
          y={height - 6}
          textAnchor={
            index === 0 && points.length > 1 ? 'start' : index === points.length - 1 && points.length > 1 ? 'end' : 'middle'
          }
        >
          {days.short(points[index]!.day)}
        </text>
      ))}
    </>
  )
}

function LineMarks({ series: { points }, hasBefore, scale, at }: Drawn & { at: number | null }) {
  const values = points.map(({ value, isPart }) => (isPart ? null : value))
  const line = pathOf(values, scale)
  const [first, end] = [values.findIndex((value) => value !== null), values.findLastIndex((value) => value !== null)]
  const chosen = at === null ? null : (points[at]?.value ?? null)
  return (
    <>
      {hasBefore && (
        <path
          className={classes.before}
          d={pathOf(
            points.map(({ before, isPart }) => (isPart ? null : before)),
            scale,
          )}
        />
      )}
      {first >= 0 && (
        <path className={classes.area} d={`${line}L${scale.x(end)} ${scale.y(0)}L${scale.x(first)} ${scale.y(0)}Z`} />
      )}
      <path className={classes.line} d={line} />
      {first >= 0 && first === end && <circle className={classes.dot} cx={scale.x(first)} cy={scale.y(values[first]!)} r={4} />}
      {at !== null && (
        <line className={classes.cursor} x1={scale.x(at)} x2={scale.x(at)} y1={margin.top} y2={height - margin.bottom} />
      )}
      {at !== null && chosen !== null && <circle className={classes.dot} cx={scale.x(at)} cy={scale.y(chosen)} r={5} />}
    </>
  )
}

function BarMarks({ series: { points }, scale, at }: Drawn & { at: number | null }) {
  const width = Math.max(1, Math.min(28, scale.step * 0.7))
  const low = scale.y(0)
  return points.map(({ day, value }, index) => {
    const top = scale.y(value ?? 0)
    const shown = value ? Math.max(2, low - top) : 0
    const isChosen = index === at
    return (
      <rect
        key={day}
        className={classes.bar}
        data-chosen={isChosen || undefined}
        x={scale.x(index) - width / 2}
        y={low - shown}
        width={width}
        height={shown}
        rx={Math.min(3, width / 3)}
      />
    )
  })
}
