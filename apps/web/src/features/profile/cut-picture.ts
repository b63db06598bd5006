/** Cuts a square out of a picture and makes it as small as the server takes it. */
import { pictures } from '@sampan/contract/limits'

export type Square = { x: number; y: number; width: number; height: number }

const blobOf = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, 0.9))

/** Rejects where the browser cannot read the picture. */
export async function cutPicture(url: string, { x, y, width, height }: Square): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = pictures.sidePixels
  canvas.height = pictures.sidePixels
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, width, height, 0, 0, pictures.sidePixels, pictures.sidePixels)
  // Browsers that write no WebP answer with a PNG, which at this size fits too.
  const cut = await blobOf(canvas, 'image/webp')
  if (!cut) throw new Error('No picture came of it')
  return cut
}
