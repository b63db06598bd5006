/** Draws a chosen picture as large as it is shown: what is written into it beside the picture stays here, and an SVG becomes a PNG. */
import type { BrandPlace } from '@sampan/contract/routes/branding'

type Size = { width: number; height: number }
const boxes: Record<BrandPlace, Size> = {
  logo: { width: 800, height: 320 },
  background: { width: 2400, height: 1600 },
  favicon: { width: 128, height: 128 },
}
const kinds = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml']
export const acceptedKinds = kinds.join(',')
/** A browser holds it uncompressed. */
export const chosenMaxBytes = 30_000_000

/** As large as fits, never larger than it is; what has no size of its own fills the box. */
export function sizeIn(box: Size, { width, height }: Size, isDrawn: boolean): Size {
  if (!width || !height) return box
  const scale = Math.min(box.width / width, box.height / height)
  const share = isDrawn ? scale : Math.min(1, scale)
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) }
}

/** The part of a picture that is taken, in its own pixels. */
export type Cut = Size & { x: number; y: number }

/** A drawing is taken whole: it has no pixels to cut, and its own edges are meant. */
export const mayCut = (file: File, place: BrandPlace): boolean =>
  place === 'logo' && kinds.includes(file.type) && file.type !== 'image/svg+xml'

/** Rejects where it is no picture that the browser can read. */
export async function preparePicture(file: File, place: BrandPlace, cut: Cut | null = null): Promise<Blob> {
  if (!kinds.includes(file.type)) throw new Error('No picture')
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const natural = { width: image.naturalWidth, height: image.naturalHeight }
    return await drawn(image, place, sizeIn(boxes[place], cut ?? natural, file.type === 'image/svg+xml'), cut)
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function drawn(image: HTMLImageElement, place: BrandPlace, size: Size, cut: Cut | null): Promise<Blob> {
  const canvas = document.createElement('canvas')
  // An icon is square, whatever is in it.
  const whole = place === 'favicon' ? boxes.favicon : size
  canvas.width = whole.width
  canvas.height = whole.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  const isPhoto = place === 'background'
  if (isPhoto) {
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, whole.width, whole.height)
  }
  context.imageSmoothingQuality = 'high'
  const [left, top] = [(whole.width - size.width) / 2, (whole.height - size.height) / 2]
  if (cut) context.drawImage(image, cut.x, cut.y, cut.width, cut.height, left, top, size.width, size.height)
  else context.drawImage(image, left, top, size.width, size.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, isPhoto ? 'image/jpeg' : 'image/png', 0.85))
  if (!blob) throw new Error('No picture came of it')
  return blob
}
