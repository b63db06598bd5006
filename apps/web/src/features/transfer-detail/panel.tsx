/** Where an open transfer stands: beside the list where there is space, else over the whole page. */
import { ArrowLeft, X } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { above } from '../../ui/breakpoints.ts'
import { ToastsPlace } from '../../ui/toasts.tsx'
import classes from './panel.module.css'

type Props = { slug: string; onClose: () => void; actions?: ReactNode; children: ReactNode }

/** As in panel.module.css. */
const wide = above('wide')

/** Escape belongs to what lies over the panel, and to what is being typed. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || document.querySelector('[role=dialog], [role=menu]')) return true
  return (
    event.target instanceof Element && event.target.closest('input:not([type=checkbox], [type=radio]), textarea, select') !== null
  )
}

function useEscape(onClose: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isTaken(event)) return
      event.preventDefault()
      onClose()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onClose])
}

/** It comes in as the panel opens, and goes back to what opened it. */
function useFocusWithin(panel: RefObject<HTMLElement | null>, slug: string) {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    opener.current = document.activeElement
    return () => {
      const before = opener.current
      // The list may have drawn its rows anew.
      requestAnimationFrame(() => {
        if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus({ preventScroll: true })
        else document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true })
      })
    }
  }, [])
  useEffect(() => void (slug && panel.current?.focus({ preventScroll: true })), [panel, slug])
}

const beside = (node: HTMLElement): HTMLElement[] =>
  [...(node.parentElement?.children ?? [])].filter((other) => other !== node).filter((other) => other instanceof HTMLElement)

/** All of the page but its menu and tools. */
function around(panel: HTMLElement): HTMLElement[] {
  const covered: HTMLElement[] = []
  let node = panel
  for (; node.id !== 'content' && node.parentElement; node = node.parentElement) covered.push(...beside(node))
  return covered
}

/** What it covers as a whole page cannot be reached meanwhile. */
function useCovered(panel: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const isBeside = matchMedia(wide)
    const covered = new Set<HTMLElement>()
    const cover = () => {
      for (const other of covered) other.inert = false
      covered.clear()
      if (isBeside.matches || !panel.current) return
      for (const other of around(panel.current)) {
        if (other.inert) continue
        other.inert = true
        covered.add(other)
      }
    }
    cover()
    isBeside.addEventListener('change', cover)
    return () => {
      isBeside.removeEventListener('change', cover)
      for (const other of covered) other.inert = false
    }
  }, [panel])
}

export function Panel({ slug, onClose, actions, children }: Props) {
  const { t } = useTranslation('detail')
  const box = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const close = useCallback(() => onClose(), [onClose])
  useCovered(box)
  useFocusWithin(panel, slug)
  useEscape(close)
  return (
    <div ref={box} className={classes.panel} data-drawer>
      <aside ref={panel} className={classes.content} aria-label={t('transfer')} tabIndex={-1}>
        <div className={classes.bar}>
          <button type="button" className={classes.close} onClick={close}>
            <ArrowLeft className={classes.arrow} size={20} strokeWidth={1.75} aria-hidden="true" />
            <X className={classes.cross} size={20} strokeWidth={1.75} aria-hidden="true" />
            <span className={classes.back}>{t('back')}</span>
            <span className={`${classes.cross} visually-hidden`}>{t('close')}</span>
          </button>
          <span className={classes.actions}>{actions}</span>
        </div>
        <ToastsPlace value={foot}>{children}</ToastsPlace>
      </aside>
      <div ref={setFoot} />
    </div>
  )
}
