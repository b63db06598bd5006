/** Values of countries on a map of the world. A picture only: whatever it shows stands in a table beside it, which the keyboard reaches. */
import { type CSSProperties, useEffect, useMemo, useState } from 'react'
import { useLanguage } from '../lib/i18n.ts'
import { htmlLanguage } from '../lib/language.ts'
import { lateChunk } from '../lib/load-chunk.ts'
import classes from './world-map.module.css'
import type { World } from './world-shapes.ts'
import { worldSize } from './world-size.ts'

type Props = {
  /** By ISO 3166 code of two letters. */
  values: ReadonlyMap<string, number>
  selected: string | null
  /** With null for the one that was selected already. */
  onSelect?: (code: string | null) => void
  label: string
}

const shapes = lateChunk(() => import('./world-shapes.ts'))
/** null until it is here; where it does not come, the table has it all. */
function useWorld(): World | null {
  const [world, setWorld] = useState(() => shapes.peek()?.world ?? null)
  useEffect(() => {
    let isShown = true
    shapes.load().then(
      (loaded) => isShown && setWorld(loaded.world),
      () => {},
    )
    return () => {
      isShown = false
    }
  }, [])
  return world
}

/** By roots, so that one country with very many leaves the others their colour. */
const shareOf = (value: number, max: number): number => Math.round(30 + 70 * Math.sqrt(value / max))

export function WorldMap({ values, selected, onSelect, label }: Props) {
  const world = useWorld()
  const language = useLanguage()
  const max = useMemo(() => Math.max(1, ...values.values()), [values])
  const texts = useMemo(() => textsIn(htmlLanguage(language)), [language])
  const marksOf = (code: string | null) => {
    const value = (code && values.get(code)) || 0
    return {
      'data-value': value > 0 || undefined,
      'data-selected': (code !== null && code === selected) || undefined,
      style: value > 0 ? ({ '--share': `${shareOf(value, max)}%` } as CSSProperties) : undefined,
      onClick: value > 0 && onSelect ? () => onSelect(code === selected ? null : code) : undefined,
      children: code && value > 0 ? <title>{texts(code, value)}</title> : undefined,
    }
  }
  return (
    <svg
      className={classes.map}
      viewBox={`0 0 ${worldSize.width} ${worldSize.height}`}
      role="img"
      aria-label={label}
      data-choosing={selected !== null || undefined}
      data-choosable={onSelect ? true : undefined}
    >
      {world?.shapes.map(({ key, code, d }) => (
        <path key={key} className={classes.country} d={d} {...marksOf(code)} />
      ))}
      {world?.dots.map(
        ({ code, x, y }) =>
          values.has(code) && <circle key={code} className={classes.country} cx={x} cy={y} r={7} {...marksOf(code)} />,
      )}
    </svg>
  )
}

function textsIn(locale: string): (code: string, value: number) => string {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const numbers = new Intl.NumberFormat(locale)
  return (code, value) => `${/^[A-Z]{2}$/.test(code) ? names.of(code) : code}: ${numbers.format(value)}`
}
