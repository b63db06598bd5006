/** Two fingers, or the wheel of a touchpad, make a picture larger; a mouse moves it about. Browsers scroll with one finger themselves. */
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'

type Frame = RefObject<HTMLElement | null>
type ZoomAt = (zoom: number, clientX: number, clientY: number) => void

const wheelShare = 0.01
const draggedPx = 4

const apart = ([a, b]: TouchList | Touch[]): number => (a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0)

export function usePinch(frame: Frame, zoom: number, zoomAt: ZoomAt): void {
  const now = useRef({ zoom, zoomAt })
  now.current = { zoom, zoomAt }
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let began: { apart: number; zoom: number } | null = null
    const onTouch = (event: TouchEvent) => {
      const { touches } = event
      if (touches.length !== 2) {
        began = null
        return
      }
      event.preventDefault()
      began ??= { apart: apart(touches), zoom: now.current.zoom }
      const [a, b] = [touches[0]!, touches[1]!]
      now.current.zoomAt((began.zoom * apart(touches)) / began.apart, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2)
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      now.current.zoomAt(now.current.zoom * Math.exp(-event.deltaY * wheelShare), event.clientX, event.clientY)
    }
    // React's own listeners may not prevent what browsers do by themselves.
    const stop = new AbortController()
    const options = { passive: false, signal: stop.signal }
    for (const name of ['touchstart', 'touchmove', 'touchend'] as const) element.addEventListener(name, onTouch, options)
    element.addEventListener('wheel', onWheel, options)
    return () => stop.abort()
  })
}

export function useDrag(frame: Frame) {
  const last = useRef<{ x: number; y: number } | null>(null)
  const movedPx = useRef(0)
  const end = () => {
    last.current = null
  }
  return {
    /** The click that ends a drag is none. */
    wasDragged: () => movedPx.current > draggedPx,
    handlers: {
      onPointerDown: ({ pointerType, button, clientX, clientY }: PointerEvent) => {
        movedPx.current = 0
        if (pointerType === 'mouse' && button === 0) last.current = { x: clientX, y: clientY }
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (!last.current) return
        const { x, y } = last.current
        frame.current?.scrollBy(x - clientX, y - clientY)
        movedPx.current += Math.abs(x - clientX) + Math.abs(y - clientY)
        last.current = { x: clientX, y: clientY }
      },
      onPointerUp: end,
      onPointerLeave: end,
    },
  }
}
