import { Problem } from '@sampan/contract/errors'
import type { Db } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { filesOfUpload } from '../content/index.ts'
import { canAccessUpload } from './can-access-upload.ts'
import * as queries from './queries.ts'
import { refuseSuspect } from './suspect-uploads.ts'

type Asked = { actor: Actor; uploadId: string; purpose: string; purposeId: string | null }

/** What it brings, in its order, for who began it; of another purpose it looks unknown. */
export async function filesToTake(db: Db, { actor, uploadId, purpose, purposeId }: Asked) {
  const upload = await queries.findUpload(db, { id: uploadId })
  const isIts = upload?.purpose === purpose && upload.purposeId === purposeId && canAccessUpload(actor, upload)
  if (!isIts || upload.state === 'discarded') throw new Problem('uploadNotFound')
  refuseSuspect(upload)
  const { purposeOf, state, receivedBytes, declaredBytes } = upload
  return { purposeOf, state, isThere: receivedBytes >= declaredBytes, files: await filesOfUpload(db, uploadId) }
}
