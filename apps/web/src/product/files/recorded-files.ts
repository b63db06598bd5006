/** What a sending says of its files beside their list: which were recorded here, and small pictures of its videos (Q9, Q10). */
import { postersBytes, thumbnails } from '@sampan/contract/limits'
import { baseName } from '@sampan/contract/rules/file-path'
import type { MediaKind } from '@sampan/contract/states'
import type { PickedFile } from './picked-file.ts'
import { knownPoster } from './video-poster.ts'

const itemOf = ({ path, size }: PickedFile) => ({ fileName: baseName(path), size, itemPath: path })

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** The first of them that fit: what a stranger may send has little space. */
function fitting<P extends { image: string }>(posters: readonly P[], mostChars: number): P[] {
  let left = mostChars
  return posters.filter(({ image }) => {
    const isFitting = image.length <= left
    if (isFitting) left -= image.length
    return isFitting
  })
}

/** Nothing where there is nothing to say. */
export async function recordedOf(files: readonly PickedFile[], { isGuest }: { isGuest: boolean }) {
  const items = (kind: MediaKind) => files.filter(({ media }) => media === kind).map(itemOf)
  const [voiceMemo, recordedVideos] = [items('voice'), items('video')]
  const pictures = files.flatMap(({ path, blob }) => {
    const poster = blob && knownPoster(blob)
    return poster ? [{ path, poster }] : []
  })
  const made = await Promise.all(
    pictures.slice(0, thumbnails.posters).map(async ({ path, poster }) => ({ itemPath: path, image: await base64Of(poster) })),
  )
  const posters = isGuest ? fitting(made, postersBytes.guest) : made
  return {
    ...(voiceMemo.length > 0 && { voiceMemo }),
    ...(recordedVideos.length > 0 && { recordedVideos }),
    ...(posters.length > 0 && { posters }),
  }
}
