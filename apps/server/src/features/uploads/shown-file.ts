/** What lists show of files that can be looked at, and how that is read: small pictures by addresses for some minutes (K5). */
import { Problem } from '@sampan/contract/errors'
import { thumbnailSeconds } from '@sampan/contract/limits'
import { sign, unsign } from '../../http/signing.ts'
import type { Services } from '../../services.ts'
import { findRendition, type RenditionForm } from './queries-renditions.ts'
import { openRendition } from './sealed-rendition.ts'

type Signing = Pick<Services, 'secrets' | 'clock'>
type Reading = Pick<Services, 'db' | 'masterKeys'>

/** It stays the same for a minute, so that a list that is asked for again shows what the browser has. */
const stepSeconds = 60

type Shown = { id: string; media: 'voice' | 'video' | null; forms: string }

/** What a list says of a file that can be looked at; `isBlocked`: nothing of it may leave. */
export function shownOf(deps: Signing, { id, media, forms }: Shown, isBlocked = false) {
  const has = (form: RenditionForm) => !isBlocked && forms.split(' ').includes(form)
  return {
    ...(media && { media }),
    ...(has('thumbnail') && { thumbnail: thumbnailAddress(deps, id) }),
    ...(has('audio') && { hasAudio: true as const }),
  }
}

function thumbnailAddress({ secrets, clock }: Signing, fileId: string): string {
  const nowSeconds = Math.floor(clock().getTime() / 1000)
  const until = nowSeconds - (nowSeconds % stepSeconds) + thumbnailSeconds
  return `/api/thumbnails/${sign(secrets.download, ['thumbnail', fileId, until.toString(36)].join('.'))}`
}

export type ReadRendition = { type: string; bytes: Buffer }

export async function readRendition(deps: Reading, fileId: string, form: RenditionForm): Promise<ReadRendition | null> {
  const found = await findRendition(deps.db, fileId, form)
  if (!found) return null
  const { rendition, blobId, wrappedKey } = found
  return { type: rendition.type, bytes: openRendition(deps, { fileId, form, blobId: blobId!, wrappedKey }, rendition.sealed) }
}

/** With the seconds for which it may be kept. Throws notYours for a forged or an old one. */
export async function readThumbnail(deps: Signing & Reading, token: string): Promise<ReadRendition & { leftSeconds: number }> {
  const [kind, fileId = '', until = ''] = unsign(deps.secrets.download, token)?.split('.') ?? []
  const leftSeconds = Math.floor(Number.parseInt(until, 36) - deps.clock().getTime() / 1000)
  const found = kind === 'thumbnail' && leftSeconds > 0 ? await readRendition(deps, fileId, 'thumbnail') : null
  if (!found) throw new Problem('notYours')
  return { ...found, leftSeconds }
}
