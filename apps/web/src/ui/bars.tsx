/** Short messages at the bottom of the page, each with at most one thing to do about it. They go by themselves, or with the next one about the same. */
import { X } from 'lucide-react'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import classes from './bars.module.css'

export type Bar = {
  text: string
  /** A second line, such as a link to copy by hand. */
  detail?: string
  tone?: 'plain' | 'problem'
  /** What it is about: a newer message about the same takes its place. */
  about?: string
  /** null: until another one takes its place, as long as something is under way. */
  lifeMs: number | null
  action?: { label: string; run: () => void }
}
export type ShownBar = Bar & { id: number }

const most = 3

/** A message that nobody has contradicted stays where it is; of too many the oldest goes. */
export function withBar(bars: readonly ShownBar[], bar: ShownBar): ShownBar[] {
  const isSame = ({ about }: ShownBar) => about !== undefined && about === bar.about
  return bars.some(isSame) ? bars.map((each) => (isSame(each) ? bar : each)) : [...bars, bar].slice(-most)
}

export function useBars() {
  const [bars, setBars] = useState<ShownBar[]>([])
  const lastId = useRef(0)
  const close = useCallback((id: number) => setBars((before) => before.filter((bar) => bar.id !== id)), [])
  const show = useCallback((bar: Bar): number => {
    const id = ++lastId.current
    setBars((before) => withBar(before, { ...bar, id }))
    return id
  }, [])
  return useMemo(() => ({ bars, show, close }), [bars, show, close])
}
export type BarsOfPage = ReturnType<typeof useBars>

/** Within a panel they take room at its foot: over its forms they would cover what is filled in. */
export const BarsPlace = createContext<HTMLElement | null>(null)

type Props = { bars: readonly ShownBar[]; closeLabel: string; onClose: (id: number) => void }

export function Bars({ bars, closeLabel, onClose }: Props) {
  const place = useContext(BarsPlace)
  const shown = (
    <div className={classes.place} data-within={place ? true : undefined} role="status">
      {bars.map((bar) => (
        <BarLine key={bar.about ?? bar.id} bar={bar} closeLabel={closeLabel} onClose={onClose} />
      ))}
    </div>
  )
  return place ? createPortal(shown, place) : shown
}

/** The focus is never lost with the bar that had it. */
function leaveFocus(line: HTMLElement | null) {
  if (line?.contains(document.activeElement)) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}

/** An answer that comes late takes the focus from nobody who works elsewhere by now. */
const isFocusFree = (line: HTMLElement | null): boolean =>
  document.activeElement === document.body || line?.contains(document.activeElement) === true

function BarLine({ bar, closeLabel, onClose }: { bar: ShownBar } & Omit<Props, 'bars'>) {
  const { id, text, detail, tone = 'plain', lifeMs, action } = bar
  const line = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => {
    leaveFocus(line.current)
    onClose(id)
  }, [id, onClose])
  // Whoever works with the keyboard can take back at once what is gone.
  const hasAction = action !== undefined
  useEffect(() => {
    if (hasAction && isFocusFree(line.current)) button.current?.focus({ preventScroll: true })
  }, [hasAction])
  useEffect(() => {
    if (lifeMs === null) return
    const timer = setTimeout(close, lifeMs)
    return () => clearTimeout(timer)
  }, [lifeMs, close])
  const act = () => {
    close()
    action?.run()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what has the focus
    <div ref={line} className={classes.bar} data-tone={tone} onKeyDown={(event) => event.key === 'Escape' && close()}>
      <span className={classes.text}>
        <span>{text}</span>
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
      {action && (
        <button ref={button} type="button" className={classes.action} onClick={act}>
          {action.label}
        </button>
      )}
      <button type="button" className={classes.close} aria-label={closeLabel} onClick={close}>
        <X size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  )
}
