/** Uploads of `sampan import`: nobody begins one by a call, and what is whole is a transfer at once, marked as come over. */
import { Problem } from '@sampan/contract/errors'
import type { Services } from '../../services.ts'
import { type BroughtTransfer, insertBrought } from '../transfers/index.ts'
import type { UploadPurpose } from '../uploads/index.ts'
import { insertImported, type NewImported } from './queries.ts'

/** As the rows of its uploads have it. */
export const importName = 'import'

/** What whoever imports hands to the end of an upload. */
export type ImportedShare = {
  transfer: Omit<BroughtTransfer, 'uploadId'>
  mark: Pick<NewImported, 'source' | 'sourceId' | 'alias'>
}

export const importPurpose = (services: Pick<Services, 'secrets' | 'clock'>): UploadPurpose<ImportedShare> => ({
  name: importName,
  async reserve() {
    throw new Problem('notYours')
  },
  async reserveMore() {
    throw new Problem('uploadClosed')
  },
  async onCompleted(tx, uploadId, { transfer, mark }) {
    const { id } = await insertBrought(tx, services, { ...transfer, uploadId })
    await insertImported(tx, { ...mark, transferId: id, importedAt: services.clock() })
  },
})
