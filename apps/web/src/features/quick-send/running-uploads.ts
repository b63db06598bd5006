/** Uploads by the file list that they carry: a step back and forth, or a second try to publish, starts none anew. */

import { browserTools } from '@sampan/client/upload/browser'
import { startUpload } from '@sampan/client/upload/start-upload'
import type { Upload } from '@sampan/client/upload/upload'
import type { Language } from '@sampan/contract/paths'
import { expirySeconds } from '@sampan/contract/plans'
import { quicksend2 } from '@sampan/contract/routes/transfers'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { api } from '../../lib/api.ts'
import { connectionType } from './connection.ts'
import type { Form } from './form.ts'
import type { PickedFile } from './picked-file.ts'

const running = new WeakMap<PickedFile[], Upload>()
const ended = ['failed', 'cancelled']

export function uploadOf(files: PickedFile[], sender: string): Upload {
  const known = running.get(files)
  if (known && !ended.includes(known.snapshot().phase)) return known
  const upload = startUpload({
    api,
    ticketRequest: { id: 'home', type: 'anonUpload' },
    files,
    sender,
    connection: connectionType(),
    // What an upload that was cancelled or broke has brought over is not sent again.
    uploadId: known?.plan()?.uploadId,
    ...browserTools(),
  })
  running.set(files, upload)
  return upload
}

/** The server knows this upload no more: the next try sends the bytes again. */
export const forgetUpload = (files: PickedFile[]) => running.delete(files)

export const publish = ({ sender, message, chips }: Form, { slug }: UploadPlan, language: Language) =>
  api.call(quicksend2, {
    body: {
      slug,
      sendAs: 'email',
      senderEmail: sender,
      message,
      emailTo: chips.list.map((email) => ({ email })),
      expirySeconds: expirySeconds.week,
      language,
    },
  })
