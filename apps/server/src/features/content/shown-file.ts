/** What lists show of files that can be looked at, and how that is read: small pictures by addresses for some minutes (K5). */
import { Problem } from '@sampan/contract/errors'
import { thumbnailSeconds } from '@sampan/contract/limits'
import { readAddress, signAddress } from '../../http/signed-address.ts'
import type { Services } from '../../services.ts'
import type { MadeForm } from '../renditions/index.ts'
import { findRendition } from './queries-renditions.ts'
import { openRendition } from './sealed-rendition.ts'

type Signing = Pick<Services, 'secrets' | 'clock'>
type Reading = Pick<Services, 'db' | 'masterKeys'>

/** It stays the same for a minute, so that a list that is asked for again shows what the browser has. */
const stepSeconds = 60

type Shown = { id: string; media: 'voice' | 'video' | null; forms: string }

/** What a list says of a file that can be looked at. `grant`: to whom (transfers/may-look); `isBlocked`: nothing of it may leave. */
export function shownOf(deps: Signing, { id, media, forms }: Shown, grant: string, isBlocked = false) {
  const has = (form: MadeForm) => !isBlocked && forms.split(' ').includes(form)
  return {
    ...(media && { media }),
    ...(has('thumbnail') && { thumbnail: thumbnailAddress(deps, id, grant) }),
    ...(has('audio') && { hasAudio: true as const }),
  }
}

function thumbnailAddress({ secrets, clock }: Signing, fileId: string, grant: string): string {
  const nowSeconds = Math.floor(clock().getTime() / 1000)
  const until = new Date((nowSeconds - (nowSeconds % stepSeconds) + thumbnailSeconds) * 1000)
  return `/api/thumbnails/${signAddress(secrets.download, 'thumbnail', [fileId, ...grant.split('.')], until)}`
}

export type ReadRendition = { type: string; bytes: Buffer }

export async function readRendition(deps: Reading, fileId: string, form: MadeForm): Promise<ReadRendition | null> {
  const found = await findRendition(deps.db, fileId, form)
  if (!found) return null
  const { rendition, blobId, wrappedKey } = found
  return { type: rendition.type, bytes: openRendition(deps, { fileId, form, blobId: blobId!, wrappedKey }, rendition.sealed) }
}

/** With the seconds for which a browser may keep it: no longer than until a block holds. Throws notYours for what is forged or over, or holds no more. */
export async function readThumbnail(
  deps: Signing & Reading,
  token: string,
  mayLook: (grant: string) => Promise<boolean>,
): Promise<ReadRendition & { keptSeconds: number }> {
  const address = readAddress(deps.secrets.download, 'thumbnail', token, deps.clock())
  const [fileId = '', ...grant] = address?.fields ?? []
  const isTheirs = address !== null && (await mayLook(grant.join('.')))
  const found = isTheirs ? await readRendition(deps, fileId, 'thumbnail') : null
  if (!found) throw new Problem('notYours')
  return { ...found, keptSeconds: Math.min(stepSeconds, address!.leftSeconds) }
}
