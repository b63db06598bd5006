/** The page that holds this frame: it alone has the bytes, and gives them out. */
import { swipeOf } from '../lib/swipe.ts'
import type { FrameNews, FrameQuestion, FrameStart, FromFrame, ToFrame } from './messages.ts'

export type Holder = {
  start: FrameStart
  /** Bytes of the file, from `from` up to `to`. Where they do not come the page ends the frame. */
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>
  /** A file of PDF.js itself, such as `cmaps/GBK-EUC-H.bcmap`. Throws where there is none. */
  data: (name: string) => Promise<Uint8Array<ArrayBuffer>>
  tell: (news: FrameNews) => void
  onZoom: (act: (zoom: number) => void) => void
}
/** A file that is not what its name says. */
export class Unreadable extends Error {}
/** It opens with a password only. */
export class Locked extends Error {}
/** There is nothing in it. */
export class Empty extends Error {}

function connect(port: MessagePort, start: FrameStart): Holder {
  const waiting = new Map<number, (bytes: Uint8Array<ArrayBuffer> | null) => void>()
  let lastId = 0
  let zoomTo = (_: number) => {}
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if ('zoom' in data) return zoomTo(data.zoom)
    waiting.get(data.id)?.(data.bytes)
    waiting.delete(data.id)
  }
  const send = (message: FromFrame) => port.postMessage(message)
  const ask = (question: { from: number; to: number } | { data: string }) =>
    new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, (bytes) => (bytes ? resolve(bytes) : reject(new Unreadable())))
      send({ id, ...question } as FrameQuestion)
    })
  return {
    start,
    read: async (from, to) => (to > from ? ask({ from, to }) : new Uint8Array()),
    data: (name) => ask({ data: name }),
    tell: send,
    onZoom: (act) => {
      zoomTo = act
    },
  }
}

/** What can be moved sideways takes arrows and fingers itself. */
function scrollsSideways(target: EventTarget | null): boolean {
  for (let each = target instanceof Element ? target : null; each; each = each.parentElement)
    if (each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== 'visible') return true
  return false
}

const keys = new Set(['Escape', 'ArrowLeft', 'ArrowRight', '+', '=', '-', '0', 'a', 'r'])

function passOn({ tell }: Holder): void {
  window.addEventListener('keydown', (event) => {
    const { key, altKey, ctrlKey, metaKey, target } = event
    if (!keys.has(key) || altKey || ctrlKey || metaKey) return
    if (key.startsWith('Arrow') && (scrollsSideways(target) || scrollsSideways(document.documentElement))) return
    event.preventDefault()
    tell({ is: 'key', key })
  })
  let began: Touch | null = null
  window.addEventListener('touchstart', ({ touches }) => {
    began = touches.length === 1 ? touches[0]! : null
  })
  window.addEventListener('touchend', ({ changedTouches: [ended], target }) => {
    const by = began && ended && !scrollsSideways(target) ? swipeOf(began, ended) : null
    if (by) tell({ is: 'step', by })
  })
}

const faults = [
  [Locked, 'locked'],
  [Empty, 'empty'],
] as const

/** Draws once the page has said what; the page that made this frame, and nobody else. */
export function drawFor(draw: (holder: Holder) => Promise<void>): void {
  window.addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<FrameStart>) => {
    if (source !== window.parent || !port) return
    const holder = connect(port, data)
    document.documentElement.lang = data.language
    document.documentElement.dataset.theme = data.isDark ? 'dark' : 'light'
    passOn(holder)
    holder.tell({ is: 'here' })
    draw(holder).catch((error: unknown) => {
      const [, why] = faults.find(([fault]) => error instanceof fault) ?? [null, 'unreadable' as const]
      holder.tell({ is: 'failed', why })
    })
  })
}
