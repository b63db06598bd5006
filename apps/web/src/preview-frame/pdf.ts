/** The frame of PDFs: drawn by PDF.js, which gets bytes of the file as it needs them and runs nothing of what is in it. */
import { getDocument, PDFDataRangeTransport, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { drawFor, type Holder, Locked } from './holder.ts'
import { showPages } from './pdf-pages.ts'

/** So much is asked for at once, and at first. */
const pieceBytes = 256 * 1024

/** Its code lies in this page as data: a frame that reaches no server has no other place to get it from. */
function startWorker(onError: () => void): PDFWorker {
  const code = JSON.parse(document.querySelector('#worker')?.textContent ?? '""') as string
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
  const worker = new Worker(address)
  worker.addEventListener('error', onError)
  return PDFWorker.create({ port: worker })
}

async function rangesOf({ start: { size }, read }: Holder): Promise<PDFDataRangeTransport> {
  const ranges = new PDFDataRangeTransport(size, await read(0, Math.min(size, pieceBytes)))
  ranges.requestDataRange = (from, to) => void read(from, to).then((bytes) => ranges.onDataRange(from, bytes))
  return ranges
}

const folders: Record<string, string> = { cMapUrl: 'cmaps/', standardFontDataUrl: 'standard_fonts/', wasmUrl: 'wasm/' }

async function open(holder: Holder): Promise<PDFDocumentProxy> {
  class FromHolder {
    fetch({ kind, filename }: { kind: string; filename: string }) {
      return holder.data(`${folders[kind]}${filename}`)
    }
  }
  return getDocument({
    range: await rangesOf(holder),
    worker: startWorker(() => holder.tell({ is: 'failed', why: 'unreadable' })),
    rangeChunkSize: pieceBytes,
    disableAutoFetch: true,
    disableStream: true,
    isEvalSupported: false,
    enableXfa: false,
    useWorkerFetch: false,
    // Else it would name addresses of fonts to a frame that may load none: they come by the port.
    useSystemFonts: false,
    BinaryDataFactory: FromHolder,
    ...folders,
    verbosity: 0,
  }).promise.catch((error: unknown) => {
    throw error instanceof Error && error.name === 'PasswordException' ? new Locked() : error
  })
}

drawFor(async (holder) => showPages(holder, await open(holder)))
