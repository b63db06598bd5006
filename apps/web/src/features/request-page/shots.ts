/** Pictures of paper, small enough to be mailed and sharp enough to be read, and the PDF of them. */
import { PDFDocument } from '@cantoo/pdf-lib'

export type Shot = { jpeg: Blob; width: number; height: number; address: string }

const maxPixels = 2000
const quality = 0.82
/** A4 in points, upright or lying as the picture does. */
const paper = { short: 595.28, long: 841.89 }

/** Turned as the camera was held: the browser reads that from the picture. */
export async function shotOf(file: File): Promise<Shot> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, maxPixels / Math.max(picture.width, picture.height))
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  canvas.getContext('2d')!.drawImage(picture, 0, 0, width, height)
  picture.close()
  const jpeg = await new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/jpeg', quality),
  )
  return { jpeg, width, height, address: '' }
}

/** A page of A4 for each, with the picture as large as fits. */
export async function pdfOf(shots: readonly Shot[]): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create()
  for (const { jpeg, width, height } of shots) {
    const image = await pdf.embedJpg(await jpeg.arrayBuffer())
    const [pageWidth, pageHeight] = width > height ? [paper.long, paper.short] : [paper.short, paper.long]
    const scale = Math.min(pageWidth / width, pageHeight / height)
    const page = pdf.addPage([pageWidth, pageHeight])
    page.drawImage(image, {
      x: (pageWidth - width * scale) / 2,
      y: (pageHeight - height * scale) / 2,
      width: width * scale,
      height: height * scale,
    })
  }
  return new Uint8Array(await pdf.save())
}
