/** Keeps what is being answered while it changes. */
import type { Upload } from '@sampan/client/upload/upload'
import { useEffect } from 'react'
import { keepFiles } from '../../product/files/checkpoints.ts'
import { keepAnswer, type Words } from './kept-answer.ts'
import { keptFiles, type Picking } from './picking.ts'
import { useUploadId } from './use-request-upload.ts'

type Answer = { picking: Picking; words: Words; upload: Upload | null; earlierId: string | null; isSubmitted: boolean }

/** Null: this page keeps nothing. */
export function useKeeping(id: string | null, { picking, words, upload, earlierId, isSubmitted }: Answer): void {
  const uploadId = useUploadId(upload) ?? earlierId
  const { name, email, message } = words
  useEffect(() => {
    if (id) keepAnswer(id, { name, email, message, uploadId, isSubmitted })
  }, [id, name, email, message, uploadId, isSubmitted])
  // Apart from the words: a letter of the message costs no list of paths.
  const { placed, awaited } = picking
  useEffect(() => {
    if (id) void keepFiles(id, keptFiles({ placed, awaited }))
  }, [id, placed, awaited])
}

/** It has arrived. */
export function forgetAnswer(id: string | null): void {
  if (id === null) return
  keepAnswer(id, null)
  void keepFiles(id, [])
}
