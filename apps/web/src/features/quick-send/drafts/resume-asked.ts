/** An unfinished upload that was asked for by name: offered as one that was interrupted, files and all (Q23). */
import { readDetail } from '@sampan/contract/routes/transfer-detail'
import { filesOfUpload } from '../../../product/files/checkpoints.ts'
import { api } from '../../../product/session/api.ts'
import type { Form, FormAction } from '../form/form.ts'
import { hasContents } from '../form/kept-draft.ts'
import { sendingState, uploadIdsHere } from '../sending/sending-state.ts'
import { readInterrupted } from './interrupted-server.ts'

type How = { accountId: string | null; signal: AbortSignal }

/** What was sent is gone on with as it was; what is written here may not be lost for it. */
const isTaken = (form: Form, sentAs: string | null): boolean => (sentAs === null ? form.files.length > 0 : hasContents(form))

/** What the card is told; null where it has that very upload already. Rejects where nobody answers. */
export async function resumeAsked(
  { uploadId, sentAs }: { uploadId: string; sentAs: string | null },
  form: Form,
  how: How,
): Promise<FormAction | null> {
  const { interrupted } = form
  if (interrupted?.upload?.uploadId === uploadId || uploadIdsHere(sendingState()).includes(uploadId)) return null
  if (isTaken(form, sentAs) || interrupted) return { type: 'resumeRefused', why: 'draftFirst' }
  const upload = { uploadId, isPublished: sentAs !== null }
  const found = await readInterrupted(upload, await filesOfUpload(uploadId), how)
  if (!found || found === 'complete') return { type: 'resumeRefused', why: 'uploadGone' }
  if (sentAs === null) return { type: 'interruptedFound', interrupted: found }
  const sent = await api.call(readDetail, { params: { slug: sentAs }, signal: how.signal })
  return { type: 'interruptedFound', interrupted: found, sent }
}
