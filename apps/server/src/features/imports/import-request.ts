import { inTransaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { type BroughtRequest, insertBroughtRequest } from '../requests/index.ts'
import { insertImported, type NewImported } from './queries.ts'

type Given = { request: BroughtRequest; mark: Pick<NewImported, 'source' | 'sourceId' | 'alias'> }

/** A page that asked for files there asks for them here. Throws CameBefore. */
export const importRequest = ({ db, clock }: Pick<Services, 'db' | 'clock'>, { request, mark }: Given): Promise<void> =>
  inTransaction(db, async (tx) => {
    const importedAt = clock()
    const { id } = await insertBroughtRequest(tx, request, importedAt)
    await insertImported(tx, { ...mark, requestId: id, importedAt })
  })
