/** How much may be open at once: for an owner, whose row is locked, and for all behind one network address (R15). */
import { Problem } from '@sampan/contract/errors'
import {
  maxOpenUploads,
  openBytesPerNetwork,
  openFilesPerBrowser,
  openFilesPerNetwork,
  openUploadsPerAddress,
  openUploadsPerBrowser,
  openUploadsPerNetwork,
} from '@sampan/contract/limits'
import { plans } from '@sampan/contract/plans'
import type { Transaction } from '../../db/connect.ts'
import type { OwnerRow } from '../owners/index.ts'
import { openFilesOf, openOfNetwork, openUploadsOf } from './queries-open.ts'

const maxOpen: Record<OwnerRow['kind'], number> = {
  user: maxOpenUploads,
  address: openUploadsPerAddress,
  browser: openUploadsPerBrowser,
}

/** Before one more is begun, or comes over from a browser. */
export async function checkOpenUploads(tx: Transaction, { id, kind }: OwnerRow): Promise<void> {
  if ((await openUploadsOf(tx, id)) >= maxOpen[kind]) throw new Problem('tooManyOpen')
}

type Added = { owner: OwnerRow; networkKey: string; bytes: number; files: number; uploads: 0 | 1 }

/** Of senders that nobody knows yet. An operator who lets guests send more files at once lets them upload those. */
export async function checkUnverified(tx: Transaction, { owner, networkKey, bytes, files, uploads }: Added): Promise<void> {
  const open = await openOfNetwork(tx, networkKey)
  const isTooMuch =
    open.bytes + bytes > openBytesPerNetwork ||
    open.uploads + uploads > openUploadsPerNetwork ||
    open.fileRows + files > openFilesPerNetwork ||
    (await openFilesOf(tx, owner.id)) + files > Math.max(openFilesPerBrowser, plans.anon.files)
  if (isTooMuch) throw new Problem('tooMuchUnverified')
}
