/** Short messages at the bottom of the page, each with at most one thing to do about it. They go by themselves. */
import { X } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import classes from './bars.module.css'

export type Bar = {
  text: string
  /** A second line, such as a link to copy by hand. */
  detail?: string
  tone?: 'plain' | 'problem'
  lifeMs: number
  action?: { label: string; run: () => void }
}
type ShownBar = Bar & { id: number }

const most = 3
let lastId = 0

export function useBars() {
  const [bars, setBars] = useState<ShownBar[]>([])
  const close = useCallback((id: number) => setBars((before) => before.filter((bar) => bar.id !== id)), [])
  const show = useCallback((bar: Bar): number => {
    const id = ++lastId
    setBars((before) => [...before, { ...bar, id }].slice(-most))
    return id
  }, [])
  return useMemo(() => ({ bars, show, close }), [bars, show, close])
}
export type BarsOfPage = ReturnType<typeof useBars>

type Props = { bars: readonly ShownBar[]; closeLabel: string; onClose: (id: number) => void }

export const Bars = ({ bars, closeLabel, onClose }: Props) => (
  <div className={classes.place} role="status">
    {bars.map((bar) => (
      <BarLine key={bar.id} bar={bar} closeLabel={closeLabel} onClose={onClose} />
    ))}
  </div>
)

/** The focus is never lost with the bar that had it. */
function leaveFocus(line: HTMLElement | null) {
  if (line?.contains(document.activeElement)) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}

function BarLine({ bar, closeLabel, onClose }: { bar: ShownBar } & Omit<Props, 'bars'>) {
  const { id, text, detail, tone = 'plain', lifeMs, action } = bar
  const line = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => {
    leaveFocus(line.current)
    onClose(id)
  }, [id, onClose])
  // Whoever works with the keyboard can take back at once what is gone.
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
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
