/** A small picture of a video, made where it is: the server decodes no video. */
import { thumbnails } from '@sampan/contract/limits'

const madeOf = new WeakMap<Blob, Promise<Blob | null>>()
const known = new WeakMap<Blob, Blob>()
const atSeconds = 0.5
const waitMs = 8000
const quality = 0.7

/** What was made of it by now. */
export const knownPoster = (video: Blob): Blob | null => known.get(video) ?? null

/** Null for what this browser cannot show. Made once for each. */
export function posterOf(video: Blob): Promise<Blob | null> {
  const before = madeOf.get(video)
  if (before) return before
  const made = draw(video).catch(() => null)
  madeOf.set(video, made)
  void made.then((poster) => poster && known.set(video, poster))
  return made
}

async function draw(video: Blob): Promise<Blob | null> {
  const address = URL.createObjectURL(video)
  const screen = Object.assign(document.createElement('video'), { muted: true, preload: 'auto', playsInline: true })
  try {
    await frameOf(screen, address)
    const { videoWidth, videoHeight } = screen
    const scale = Math.min(1, thumbnails.sidePixels / Math.max(videoWidth, videoHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(videoWidth * scale))
    canvas.height = Math.max(1, Math.round(videoHeight * scale))
    canvas.getContext('2d')!.drawImage(screen, 0, 0, canvas.width, canvas.height)
    const poster = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    return poster && poster.size <= thumbnails.posterBytes ? poster : null
  } finally {
    screen.removeAttribute('src')
    screen.load()
    URL.revokeObjectURL(address)
  }
}

/** Resolves once a frame after the first is there: the first is often black. */
const frameOf = (screen: HTMLVideoElement, address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const tooLong = setTimeout(() => reject(new Error('It shows nothing')), waitMs)
    screen.onloadeddata = () => {
      screen.currentTime = Math.min(atSeconds, (Number.isFinite(screen.duration) ? screen.duration : 1) / 2)
    }
    screen.onseeked = () => {
      clearTimeout(tooLong)
      resolve()
    }
    screen.onerror = () => reject(new Error('It cannot be shown'))
    screen.src = address
  })
