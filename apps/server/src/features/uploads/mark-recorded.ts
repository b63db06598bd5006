/** What its sender says of an upload's files: which were recorded in the page, and small pictures of its videos (Q9, Q10). */
import type { RouteInput } from '@sampan/contract/routes/route'
import type { quicksend2 } from '@sampan/contract/routes/transfers'
import type { Transaction } from '../../db/connect.ts'
import { pictureOf } from '../../picture-kind.ts'
import type { Services } from '../../services.ts'
import { type FileAt, filesAt, insertRendition, setMedia } from './queries-renditions.ts'
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
    if (file) await keepPoster(tx, deps, file, Buffer.from(image, 'base64'))
  }
}

/** What is no small picture is left out: a sending does not fail for it. */
async function keepPoster(
  tx: Transaction,
  deps: Pick<Services, 'masterKeys' | 'clock'>,
  { id: fileId, blobId, wrappedKey }: FileAt,
  image: Buffer,
): Promise<void> {
  const kind = pictureOf(image)?.kind
  if (!blobId || !wrappedKey || (kind !== 'jpeg' && kind !== 'webp')) return
  const form = 'thumbnail'
  const sealed = sealRendition(deps, { fileId, form, blobId, wrappedKey }, image)
  const [type, sizeBytes] = [`image/${kind}`, image.length]
  await insertRendition(tx, { fileId, form, type, sizeBytes, sealed, createdAt: deps.clock() })
}
