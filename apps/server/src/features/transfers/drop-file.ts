/** One file of a transfer goes for good, at once, out of every version; what another transfer holds stays there. */
import { baseName } from '@sampan/contract/rules/file-path'
import { countFiles, totalBytes } from '@sampan/contract/rules/file-set'
import type { Transaction } from '../../db/connect.ts'
import { forgetHistory, releaseUnheld } from './hard-delete-transfers.ts'
import { forgetFiles, updateTransfer } from './queries-change.ts'
import { refreshText } from './queries-text.ts'
import { dropFileRows, newestFiles } from './queries-versions.ts'

/** The last one takes the transfer with it, which is answered. Its uploads are locked, and so is it. */
export async function dropFile(tx: Transaction, id: string, fileId: string, uploadIds: string[]): Promise<{ isOver: boolean }> {
  await dropFileRows(tx, id, fileId)
  const left = await newestFiles(tx, id)
  const [first] = left
  if (first) {
    const counts = { fileCount: countFiles(left), totalBytes: totalBytes(left) }
    await updateTransfer(tx, id, { ...counts, fileName: baseName(first.path) })
    await refreshText(tx, id)
  } else {
    await updateTransfer(tx, id, { state: 'deleted' })
    await forgetFiles(tx, id)
    await forgetHistory(tx, id)
  }
  await releaseUnheld(tx, uploadIds)
  return { isOver: !first }
}
