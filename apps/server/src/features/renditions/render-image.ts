/// <reference path="./heic-decode.d.ts" />
/** Small pictures of images; of what no browser shows a large one too. */
import { endingsOf } from '@sampan/contract/rules/preview-kind'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { maxPixels, type Rendered } from './render.ts'

const forBrowsers = new Set(endingsOf('picture'))

type Sides = { thumbnail: number; picture: number }
type Poster = { sidePixels: number; posterSidePixels: number }
type Raw = { width: number; height: number; data: Uint8Array | Uint8ClampedArray }

sharp.cache(false)
sharp.concurrency(1)
// Whatever a file is called, it is read by these alone: each other one is code that a stranger's bytes would reach.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`) })

const limits: SharpOptions = { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error', pages: 1 }

const small = (image: Sharp, sidePixels: number, quality: number): Promise<Buffer> =>
  image.resize(sidePixels, sidePixels, { fit: 'inside', withoutEnlargement: true }).webp({ quality, effort: 2 }).toBuffer()

export async function renderImage(bytes: Uint8Array, ending: string, { thumbnail, picture }: Sides): Promise<Rendered[]> {
  const open = await opened(bytes, ending)
  const rendered: Rendered[] = [{ form: 'thumbnail', type: 'image/webp', bytes: await small(open(), thumbnail, 72) }]
  if (forBrowsers.has(ending)) rendered.push({ form: 'picture', type: 'image/webp', bytes: await small(open(), picture, 80) })
  return rendered
}

/** A new picture of it: nobody gets the sender's bytes. */
export async function renderPoster(bytes: Uint8Array, { sidePixels, posterSidePixels }: Poster): Promise<Rendered[]> {
  const image = sharp(bytes, { ...limits, limitInputPixels: posterSidePixels ** 2 }).autoOrient()
  return [{ form: 'thumbnail', type: 'image/webp', bytes: await small(image, sidePixels, 72) }]
}

/** Each use reads from the beginning. As its camera was held. */
async function opened(bytes: Uint8Array, ending: string): Promise<() => Sharp> {
  const raw = ending === 'psd' ? await readPsd(bytes) : /^hei[cf]$/.test(ending) ? await readHeic(bytes) : null
  if (!raw) return () => sharp(bytes, limits).autoOrient()
  const { width, height, data } = raw
  return () => sharp(data, { ...limits, raw: { width, height, channels: 4 } })
}

function requireSize(width: number, height: number): void {
  if (!(width > 0 && height > 0 && width * height <= maxPixels)) throw new Error(`${width}x${height} pixels are too many`)
}

function noCanvas(): never {
  throw new Error('its composite needs no canvas')
}

/** The picture of all its layers together, which the file holds beside them. */
async function readPsd(bytes: Uint8Array): Promise<Raw> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Its header: four letters, version, six bytes, channels, height, width.
  requireSize(view.getUint32(18), view.getUint32(14))
  const { readPsd: read, initializeCanvas } = await import('ag-psd')
  initializeCanvas(
    noCanvas,
    (wide, high) => ({ width: wide, height: high, data: new Uint8ClampedArray(wide * high * 4) }) as ImageData,
  )
  const { imageData, width, height } = read(bytes, { skipLayerImageData: true, skipThumbnail: true, useImageData: true })
  if (!imageData) throw new Error('a PSD without a composite')
  return { width, height, data: new Uint8ClampedArray(imageData.data) }
}

async function readHeic(bytes: Uint8Array): Promise<Raw> {
  const { default: decode } = await import('heic-decode')
  const images = await decode.all({ buffer: bytes })
  const [first] = images
  try {
    if (!first) throw new Error('a HEIC without an image')
    requireSize(first.width, first.height)
    return await first.decode()
  } finally {
    images.dispose()
  }
}
