/** All bytes of an upload's files are there and are kept: what is known of them only now, and what is done with them next. */
import type { Transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { setFileCrcs, setManifests } from './queries.ts'
import { renderLater } from './render-later.ts'
import { scanLater } from './scan-later.ts'

type Known = { crcs: { id: string; crc32: number }[]; manifests: { blobId: string; mac: Buffer }[] }

/** In the transaction in which the upload becomes complete. */
export async function completeFiles(
  tx: Transaction,
  needs: Pick<Services, 'config' | 'clock'>,
  upload: { id: string; ownerId: string },
  { crcs, manifests }: Known,
): Promise<void> {
  await setFileCrcs(tx, crcs)
  await setManifests(tx, manifests)
  await scanLater(tx, needs, upload.id)
  await renderLater(tx, needs, upload)
}
