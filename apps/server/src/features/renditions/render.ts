/** What is made of one file: a small picture, one that every browser shows, sound that every phone plays. */
import { thumbnails } from '@sampan/contract/limits'

/** As what it is shown: as a small picture, as one that every browser shows, as sound that every phone plays. */
export type MadeForm = 'thumbnail' | 'picture' | 'audio'
/** `poster`: a small picture that the sender's browser has made of a video. */
export type Task = { bytes: Uint8Array; ending: string; as: 'file' | 'voice' | 'poster' }
export type Rendered = { form: MadeForm; type: string; bytes: Uint8Array }
/** Pixels that are decoded at most: of a camera of 100 megapixels, and no bomb. */
export const maxPixels = 120_000_000
export const pictureSidePixels = 2048

/** Each reader is loaded with the first file that needs it. */
export async function render({ bytes, ending, as }: Task): Promise<Rendered[]> {
  if (as === 'voice') return (await import('./render-sound.ts')).renderSound(bytes)
  if (as === 'poster') return (await import('./render-image.ts')).renderPoster(bytes, thumbnails)
  if (ending === 'pdf') return (await import('./render-pdf.ts')).renderPdf(bytes, thumbnails.sidePixels)
  const { renderImage } = await import('./render-image.ts')
  return renderImage(bytes, ending, { thumbnail: thumbnails.sidePixels, picture: pictureSidePixels })
}
