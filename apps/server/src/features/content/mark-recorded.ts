/** What its sender says of an upload's files: which were recorded in the page, and small pictures of its videos (Q9, Q10). */
import { thumbnails } from '@sampan/contract/limits'
import type { RouteInput } from '@sampan/contract/routes/route'
import type { quicksend2 } from '@sampan/contract/routes/transfers'
import type { Transaction } from '../../db/connect.ts'
import { pictureOf } from '../../picture-kind.ts'
import type { Services } from '../../services.ts'
import { type FileAt, filesAt, insertPoster, setMedia } from './queries-renditions.ts'
import { isRendered } from './render-later.ts'
import { sealRendition } from './sealed-rendition.ts'

export type Recorded = Pick<RouteInput<typeof quicksend2>['body'], 'recordedVideos' | 'voiceMemo' | 'posters'>

const pathsOf = (items: Recorded['voiceMemo']): string[] => (items ?? []).flatMap(({ itemPath }) => itemPath ?? [])

/** The upload is locked. Paths that it does not have say nothing; of voice memos there is one. */
export async function markRecorded(
  tx: Transaction,
  deps: Pick<Services, 'masterKeys' | 'clock'>,
  uploadId: string,
  { voiceMemo, recordedVideos, posters = [] }: Recorded,
): Promise<void> {
  const [voice, videos] = [pathsOf(voiceMemo), pathsOf(recordedVideos)]
  const known = await filesAt(tx, uploadId, [...voice, ...videos, ...posters.map(({ itemPath }) => itemPath)])
  const idsAt = (paths: readonly string[]) => known.filter(({ path }) => paths.includes(path)).map(({ id }) => id)
  await setMedia(tx, idsAt(videos), 'video')
  await setMedia(tx, idsAt(voice).slice(0, 1), 'voice')
  for (const { itemPath, image } of posters) {
    const file = known.find(({ path }) => path === itemPath)
    if (file && !voice.includes(itemPath)) await keepPoster(tx, deps, file, Buffer.from(image, 'base64'))
  }
}

/**
 * What is no small picture by its first bytes is left out: a sending does not fail for it. The others are kept to be drawn anew, as all
 * that strangers send (decision 056); of files that are rendered themselves none is needed.
 */
async function keepPoster(
  tx: Transaction,
  deps: Pick<Services, 'masterKeys' | 'clock'>,
  { id: fileId, path, blobId, wrappedKey }: FileAt,
  image: Buffer,
): Promise<void> {
  const picture = pictureOf(image)
  if (!blobId || !wrappedKey || isRendered(path) || !picture || picture.kind === 'png') return
  if (Math.max(picture.width, picture.height) > thumbnails.posterSidePixels) return
  const sealed = sealRendition(deps, { fileId, form: 'poster', blobId, wrappedKey }, image)
  await insertPoster(tx, { fileId, type: `image/${picture.kind}`, sizeBytes: image.length, sealed, createdAt: deps.clock() })
}
