/** Uploads by the file list that they carry: a step back and forth, or a second try to publish, starts none anew. */

import { browserTools } from '@sampan/client/upload/browser'
import { startUpload } from '@sampan/client/upload/start-upload'
import type { Upload } from '@sampan/client/upload/upload'
import { Problem } from '@sampan/contract/errors'
import type { Language } from '@sampan/contract/paths'
import { quicksend2 } from '@sampan/contract/routes/transfers'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { api } from '../../lib/api.ts'
import { restoreSession } from '../../lib/session.ts'
import { connectionType } from './connection.ts'
import type { Form, Sent } from './form.ts'
import type { Account } from './limits.ts'
import { chosenOptions } from './options.ts'
import type { PickedFile } from './picked-file.ts'

type Running = { upload: Upload; accountId: string | null }

const running = new WeakMap<PickedFile[], Running>()
const ended = ['failed', 'cancelled']

/** The same sender's only: who signs up in between begins anew, under the own name. */
function knownUpload(files: PickedFile[], accountId: string | null): Upload | undefined {
  const known = running.get(files)
  if (known?.accountId === accountId) return known.upload
  known?.upload.cancel()
  return undefined
}

export function uploadOf({ files, sender, account }: Pick<Form, 'files' | 'sender' | 'account'>): Upload {
  const accountId = account?._id ?? null
  const known = knownUpload(files, accountId)
  if (known && !ended.includes(known.snapshot().phase)) return known
  const upload = startUpload({
    api,
    ticketRequest: account ? { id: account._id, type: 'userUpload' } : { id: 'home', type: 'anonUpload' },
    files,
    ...(!account && { sender }),
    connection: connectionType(),
    // What an upload that was cancelled or broke has brought over is not sent again.
    uploadId: known?.plan()?.uploadId,
    ...browserTools(),
  })
  running.set(files, { upload, accountId })
  return upload
}

/** The server knows this upload no more: the next try sends the bytes again. */
export const forgetUpload = (files: PickedFile[]) => running.delete(files)

/** A session that ended meanwhile must not turn an account's transfer into a visitor's. */
async function checkStillSignedIn(account: Account | null): Promise<void> {
  if (account && (await restoreSession())?._id !== account._id) throw new Problem('signedOut')
}

export async function publish(form: Form, { slug }: UploadPlan, language: Language): Promise<Sent> {
  const { account, sendAs, sender, message, chips, options, plan } = form
  await checkStillSignedIn(account)
  const { expirySeconds, password, downloadLimit, notifies } = chosenOptions(options, plan, account !== null, new Date())
  return api.call(quicksend2, {
    body: {
      slug,
      sendAs,
      ...(!account && { senderEmail: sender }),
      message,
      emailTo: sendAs === 'email' ? chips.list.map((email) => ({ email })) : [],
      expirySeconds,
      notifyOnDownload: notifies,
      language,
      password,
      downloadLimit,
    },
  })
}
