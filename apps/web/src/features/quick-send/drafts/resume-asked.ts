/** An unfinished upload that was asked for by name: offered as one that was interrupted, files and all (Q23). */
import { filesOfUpload } from '../../../product/files/checkpoints.ts'
import type { Form, FormAction } from '../form/form.ts'
import { draftUpload } from '../sending/running-uploads.ts'
import { readInterrupted } from './interrupted-server.ts'

type How = { accountId: string | null; signal: AbortSignal }

/** What the card is told; null where it has that very upload already. Rejects where nobody answers. */
export async function resumeAsked(
  uploadId: string,
  { files, interrupted }: Pick<Form, 'files' | 'interrupted'>,
  how: How,
): Promise<FormAction | null> {
  if (interrupted?.upload?.uploadId === uploadId || draftUpload()?.plan()?.uploadId === uploadId) return null
  if (files.length > 0 || interrupted) return { type: 'resumeRefused', why: 'draftFirst' }
  const found = await readInterrupted({ uploadId, isPublished: false }, await filesOfUpload(uploadId), how)
  if (!found || found === 'complete') return { type: 'resumeRefused', why: 'uploadGone' }
  return { type: 'interruptedFound', interrupted: found }
}
