/** On coming back: what was written and chosen here before, and how much of it the server has (R2, U5). */
import { Problem } from '@sampan/contract/errors'
import { readUpload, requestRefusals, stsAuth } from '@sampan/contract/routes/uploads'
import { useQuery } from '@tanstack/react-query'
import { filesOfDraft } from '../../product/files/checkpoints.ts'
import { bytesOfFiles } from '../../product/files/stored-bytes.ts'
import { claimUpload } from '../../product/files/upload-lock.ts'
import { api } from '../../product/session/api.ts'
import { answerId, type KeptAnswer, readAnswer } from './kept-answer.ts'
import { nothingPicked, type Picking, pickedBefore } from './picking.ts'
import type { RequestAddress } from './queries.ts'

/** `id`: under which this page keeps what it has; null: another tab answers the same request. */
export type Returned = { id: string | null; answer: KeptAnswer | null; picking: Picking }

const gone: ReadonlySet<string> = new Set(['uploadNotFound', 'uploadClosed', ...requestRefusals])

/** Null where it is gone: discarded, too old, or of somebody else. Rejects where nobody answers. */
async function storedOf({ slug, user }: RequestAddress, uploadId: string): Promise<ReadonlyMap<string, number> | null> {
  try {
    const { SecurityToken: ticket } = await api.call(stsAuth, { body: { id: slug, type: 'request', user } })
    const upload = await api.call(readUpload, { params: { uploadId }, ticket })
    if (upload.state === 'complete') return new Map(upload.files.map(({ path, size }) => [path, size]))
    return upload.state === 'open' ? bytesOfFiles(upload) : null
  } catch (error) {
    if (error instanceof Problem && gone.has(error.code)) return null
    throw error
  }
}

/** Send was pressed here, and nothing has said yet that all of it arrived. */
export const hasSubmitted = (address: RequestAddress): boolean => readAnswer(answerId(address))?.isSubmitted ?? false

async function lookBack(address: RequestAddress): Promise<Returned> {
  const id = answerId(address)
  const [answer, files] = [readAnswer(id), await filesOfDraft(id)]
  if (!answer || files.length === 0) return { id, answer: answer && { ...answer, uploadId: null }, picking: nothingPicked }
  const { uploadId } = answer
  if (uploadId && !(await claimUpload(uploadId))) return { id: null, answer: null, picking: nothingPicked }
  const stored = uploadId ? await storedOf(address, uploadId) : null
  const known = stored ? answer : { ...answer, uploadId: null, isSubmitted: false }
  return { id, answer: known, picking: pickedBefore(files, stored ?? new Map()) }
}

/** Null until it is known, and while the request shows nothing: behind a password nobody is told what is there. */
export function useReturn(address: RequestAddress, isShown: boolean): Returned | null {
  const { data, isError } = useQuery({
    queryKey: ['answerBefore', answerId(address)],
    queryFn: () => lookBack(address),
    enabled: isShown,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: 3,
  })
  if (isError) return { id: null, answer: null, picking: nothingPicked }
  return data ?? null
}
