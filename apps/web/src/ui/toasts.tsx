/** Short messages at the foot of the page, on small screens at its head, each with at most one thing to do about it. They go by themselves, or with the next one about the same. */
import { X } from 'lucide-react'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import classes from './toasts.module.css'

export type Toast = {
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
export type ShownToast = Toast & { id: number }

const maxShown = 3

/** A message that nobody has contradicted stays where it is; of too many the oldest goes. */
export function withToast(toasts: readonly ShownToast[], toast: ShownToast): ShownToast[] {
  const isSame = ({ about }: ShownToast) => about !== undefined && about === toast.about
  return toasts.some(isSame) ? toasts.map((each) => (isSame(each) ? toast : each)) : [...toasts, toast].slice(-maxShown)
}

export function useToasts() {
  const [toasts, setToasts] = useState<ShownToast[]>([])
  const lastId = useRef(0)
  const close = useCallback((id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)), [])
  const show = useCallback((toast: Toast): number => {
    const id = ++lastId.current
    setToasts((before) => withToast(before, { ...toast, id }))
    return id
  }, [])
  return useMemo(() => ({ toasts, show, close }), [toasts, show, close])
}
export type ToastsOfPage = ReturnType<typeof useToasts>

/** Within a panel they take space at its foot: over its forms they would cover what is filled in. */
export const ToastsPlace = createContext<HTMLElement | null>(null)

type Props = { toasts: readonly ShownToast[]; closeLabel: string; onClose: (id: number) => void }

export function Toasts({ toasts, closeLabel, onClose }: Props) {
  const place = useContext(ToastsPlace)
  const shown = (
    <div className={classes.place} data-within={place ? true : undefined} role="status">
      {toasts.map((toast) => (
        <ToastLine key={toast.about ?? toast.id} toast={toast} closeLabel={closeLabel} onClose={onClose} />
      ))}
    </div>
  )
  return place ? createPortal(shown, place) : shown
}

/** The focus is never lost with the toast that had it. */
function leaveFocus(line: HTMLElement | null) {
  if (line?.contains(document.activeElement)) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}

/** An answer that comes late takes the focus from nobody who works elsewhere by now. */
const isFocusFree = (line: HTMLElement | null): boolean =>
  document.activeElement === document.body || line?.contains(document.activeElement) === true

function ToastLine({ toast, closeLabel, onClose }: { toast: ShownToast } & Omit<Props, 'toasts'>) {
  const { id, text, detail, tone = 'plain', lifeMs, action } = toast
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
    <div ref={line} className={classes.toast} data-tone={tone} onKeyDown={(event) => event.key === 'Escape' && close()}>
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
