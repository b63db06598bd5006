/** The pages below each other; only those in sight and beside it are drawn. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { element } from './element.ts'
import type { Holder } from './holder.ts'

const maxWidthPx = 960
const marginPx = 24
/** Of one page: Safari on a phone draws nothing larger. */
const maxPixels = 16_000_000

type Shape = { width: number; height: number }
type PageView = { place: HTMLElement; fit: (widthPx: number) => void; draw: () => void; clear: () => void }

async function drawText(page: PDFPageProxy, viewport: ReturnType<PDFPageProxy['getViewport']>): Promise<HTMLElement> {
  const container = element('div', { className: 'textLayer' })
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport })
  await layer.render()
  return container
}

function makePage(pdf: PDFDocumentProxy, number: number, first: Shape, name: string): PageView {
  const place = element('section', { className: 'page', attributes: { 'aria-label': name } })
  let shape = first
  let width = 0
  /** Of the drawing that runs or is shown. */
  let end: (() => void) | null = null
  const resize = () => {
    place.style.width = `${width}px`
    place.style.height = `${(width * shape.height) / shape.width}px`
  }

  async function draw(isWanted: () => boolean, onEnd: (act: () => void) => void): Promise<void> {
    const page = await pdf.getPage(number)
    if (!isWanted()) return
    shape = page.getViewport({ scale: 1 })
    resize()
    const viewport = page.getViewport({ scale: width / shape.width })
    const density = Math.min(devicePixelRatio, Math.sqrt(maxPixels / (viewport.width * viewport.height)))
    const canvas = element('canvas', { attributes: { 'aria-hidden': 'true' } })
    canvas.width = Math.ceil(viewport.width * density)
    canvas.height = Math.ceil(viewport.height * density)
    place.style.setProperty('--total-scale-factor', String(viewport.scale))
    place.replaceChildren(canvas)
    const task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] })
    onEnd(() => {
      task.cancel()
      // Its memory is given back at once.
      canvas.width = 0
      page.cleanup()
    })
    await task.promise
    const text = await drawText(page, viewport)
    if (isWanted()) place.append(text)
  }

  const view: PageView = {
    place,
    fit: (widthPx) => {
      width = widthPx
      resize()
    },
    draw: () => {
      if (end) return
      let stop = () => {}
      const mine = () => stop()
      end = mine
      // A page that cannot be drawn stays white, the others are there.
      draw(
        () => end === mine,
        (act) => {
          stop = act
        },
      ).catch(() => {})
    },
    clear: () => {
      end?.()
      end = null
      place.replaceChildren()
    },
  }
  return view
}

/** Where pages begin and end on the screen says which of them is read. */
function pageInMiddle(scroller: HTMLElement, views: readonly PageView[]): number {
  const middle = scroller.scrollTop + scroller.clientHeight / 2
  const after = views.findIndex(({ place }) => place.offsetTop > middle)
  return after < 0 ? views.length : Math.max(1, after)
}

export async function showPages({ start, tell, onZoom }: Holder, pdf: PDFDocumentProxy): Promise<void> {
  const first = (await pdf.getPage(1)).getViewport({ scale: 1 })
  const scroller = element('div', { className: 'scroller pages', attributes: { tabindex: '0' } })
  const views = Array.from({ length: pdf.numPages }, (_, i) =>
    makePage(pdf, i + 1, first, start.words.page.replace('{{page}}', String(i + 1))),
  )
  const viewOf = new Map(views.map((view) => [view.place as Element, view]))
  const near = new Set<PageView>()
  let zoom = 1
  function fit() {
    const share = scroller.scrollHeight > 0 ? scroller.scrollTop / scroller.scrollHeight : 0
    const width = Math.min(scroller.clientWidth - marginPx, maxWidthPx) * zoom
    for (const view of views) view.fit(width)
    scroller.scrollTop = share * scroller.scrollHeight
    for (const view of near) {
      view.clear()
      view.draw()
    }
  }
  scroller.append(...views.map(({ place }) => place))
  document.body.append(scroller)
  fit()

  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const view = viewOf.get(target)!
        if (isIntersecting) near.add(view)
        else near.delete(view)
        if (isIntersecting) view.draw()
        else view.clear()
      }
    },
    { root: scroller, rootMargin: '60% 0px' },
  )
  for (const { place } of views) watcher.observe(place)
  let lastWidth = scroller.clientWidth
  new ResizeObserver(() => {
    if (scroller.clientWidth === lastWidth) return
    lastWidth = scroller.clientWidth
    fit()
  }).observe(scroller)
  onZoom((next) => {
    zoom = next
    fit()
  })
  const tellPage = () => tell({ is: 'page', page: pageInMiddle(scroller, views), pages: views.length })
  scroller.addEventListener('scroll', tellPage, { passive: true })
  tellPage()
  tell({ is: 'drawn', shown: null })
}
