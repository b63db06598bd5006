/** A picture as large as fits, and larger: by click, by two fingers, by wheel and keys; then it is moved about. */
import { baseName } from '@sampan/contract/rules/file-path'
import type { PreviewKind } from '@sampan/contract/rules/preview-kind'
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { shownName } from '../../lib/safe-text.ts'
import { type Fault, isMissing } from './fault.ts'
import { formOf } from './preview-file.ts'
import { refusalOf } from './read-range.ts'
import { useAddress } from './use-address.ts'
import { useDrag, usePinch } from './use-pinch.ts'
import { type OnFull, type ViewProps, withinZooms, type ZoomProps, zooms } from './view-props.ts'
import classes from './viewer.module.css'

type Place = { x: number; y: number }

/** What lies under this place of the screen stays there while the picture grows. */
function useSteadyPlace(scroller: { readonly current: HTMLElement | null }, zoom: number) {
  const place = useRef<Place | null>(null)
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const frame = scroller.current
    if (!frame || before.current === zoom) return
    const { x, y } = place.current ?? { x: frame.clientWidth / 2, y: frame.clientHeight / 2 }
    const ratio = zoom / before.current
    frame.scrollTo((frame.scrollLeft + x) * ratio - x, (frame.scrollTop + y) * ratio - y)
    before.current = zoom
    place.current = null
  }, [scroller, zoom])
  return (clientX: number, clientY: number) => {
    const { left = 0, top = 0 } = scroller.current?.getBoundingClientRect() ?? {}
    place.current = { x: clientX - left, y: clientY - top }
  }
}

function faultOf(kind: PreviewKind, refusal: { error: unknown } | null): Fault {
  if (!refusal) return { word: 'cannotShow' }
  return kind === 'picture' && isMissing(refusal.error) ? { word: 'noPicture' } : refusal
}

export function PictureView({ file, kind, zoom, onZoom, onFull, onShown, onFail }: ViewProps & ZoomProps & { onFull: OnFull }) {
  const address = useAddress(file, formOf(file, kind), onFail)
  const scroller = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  /** The width of it where it fits. */
  const [fitPx, setFitPx] = useState(0)
  const keepPlace = useSteadyPlace(scroller, zoom)
  const zoomAt = (next: number, x: number, y: number) => {
    keepPlace(x, y)
    onZoom(withinZooms(next))
  }
  usePinch(scroller, zoom, zoomAt)
  const drag = useDrag(scroller)
  const isLarge = zoom > 1
  // Then its arrows move it about.
  useEffect(() => {
    if (isLarge) scroller.current?.focus({ preventScroll: true })
  }, [isLarge])
  if (address === null) return null
  const toggle = ({ clientX, clientY }: MouseEvent) => {
    if (!drag.wasDragged()) zoomAt(isLarge ? zooms.min : zooms.click, clientX, clientY)
  }
  return (
    <div ref={scroller} className={classes.pictures} tabIndex={isLarge ? 0 : -1} {...drag.handlers}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are + and -, and there are buttons */}
      <img
        ref={image}
        src={address}
        alt={shownName(baseName(file.path))}
        draggable={false}
        data-large={isLarge || undefined}
        style={isLarge ? { width: fitPx * zoom } : undefined}
        onLoad={() => {
          const { clientWidth = 0, naturalWidth = 0 } = image.current ?? {}
          setFitPx(clientWidth)
          if (clientWidth > 0) onFull(Math.max(zooms.min, naturalWidth / clientWidth))
          onShown()
        }}
        onError={() => void refusalOf(address).then((refusal) => onFail(faultOf(kind, refusal)))}
        onClick={toggle}
      />
    </div>
  )
}
