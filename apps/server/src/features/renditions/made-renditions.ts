/** What a process that renders has answered, as far as it may be believed: whoever took it over answers too. */
import { thumbnails } from '@sampan/contract/limits'
import { pictureOf } from '../../picture-kind.ts'
import type { Frame } from './frames.ts'
import { pictureSidePixels, type Rendered } from './render.ts'

const isWebp = (bytes: Buffer, sidePixels: number): boolean => {
  const picture = pictureOf(bytes)
  return picture?.kind === 'webp' && Math.max(picture.width, picture.height) <= sidePixels
}

/** By the form alone it is said what it is served as. */
const forms: Record<Rendered['form'], { type: string; isIt: (bytes: Buffer) => boolean }> = {
  thumbnail: { type: 'image/webp', isIt: (bytes) => isWebp(bytes, thumbnails.sidePixels) },
  picture: { type: 'image/webp', isIt: (bytes) => isWebp(bytes, pictureSidePixels) },
  audio: { type: 'audio/mp4', isIt: (bytes) => bytes.toString('latin1', 4, 8) === 'ftyp' },
}

/** Why it made nothing, as it says itself; null where it has made something. */
export function reasonOf({ head }: Frame): string | null {
  const { reason } = head as { reason?: unknown }
  return reason === undefined ? null : String(reason).slice(0, 500)
}

/** Null where it is not what is served. */
export function madeRenditions({ head, body }: Frame): Rendered[] | null {
  const { parts } = head as { parts?: { form: string; length: number }[] }
  if (!Array.isArray(parts)) return null
  let at = 0
  const made = parts.map(({ form, length }) => {
    const bytes = body.subarray(at, at + length)
    at += length
    const known = Object.hasOwn(forms, form) ? forms[form as Rendered['form']] : null
    return known?.isIt(bytes) ? { form: form as Rendered['form'], type: known.type, bytes } : null
  })
  return made.every((one) => one !== null) ? made : null
}
