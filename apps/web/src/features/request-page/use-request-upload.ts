/** The upload of what is chosen: begins with the first file, follows what is added and taken out, and is what Send submits. */
import { browserTools } from '@sampan/client/upload/browser'
import { startUpload } from '@sampan/client/upload/start-upload'
import type { Upload, UploadSnapshot } from '@sampan/client/upload/upload'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { checkpoints } from '../../product/files/checkpoints.ts'
import { connectionType } from '../../product/files/connection.ts'
import type { PickedFile } from '../../product/files/picked-file.ts'
import { useReconnecting } from '../../product/sending/upload-hooks.ts'
import { api } from '../../product/session/api.ts'
import type { RequestAddress } from './queries.ts'

const never = () => () => {}
const nothing = () => null

export const useSnapshot = (upload: Upload | null): UploadSnapshot | null =>
  useSyncExternalStore<UploadSnapshot | null>(upload?.subscribe ?? never, upload?.snapshot ?? nothing)

/** By which the server knows it; null before. */
export const useUploadId = (upload: Upload | null): string | null =>
  useSyncExternalStore(upload?.subscribe ?? never, () => upload?.plan()?.uploadId ?? null)

/** `earlierId`: of an upload that was begun before. `isSubmitted`: it is one of the requester's by now, and no file comes or goes. */
type Wish = {
  files: readonly PickedFile[]
  earlierId: string | null
  /** Paths under which that upload has other files. */
  left: readonly string[]
  isSubmitted: boolean
  /** Nothing begins: files are awaited, or it was stopped. */
  isHeld: boolean
  isSealed: boolean
}

const begin = ({ slug, user }: RequestAddress, { files, earlierId, left, isSubmitted }: Wish): Upload =>
  startUpload({
    api,
    ticketRequest: { id: slug, type: 'request', user },
    files,
    connection: connectionType(),
    isOpen: !isSubmitted,
    isPublished: isSubmitted,
    ...(earlierId !== null && { uploadId: earlierId, without: left }),
    checkpoints,
    ...browserTools(),
  })

/** `retry` begins anew after a failure; `forget` leaves what was submitted behind. */
export function useRequestUpload(address: RequestAddress, wish: Wish) {
  const { files, isHeld, isSealed } = wish
  const [upload, setUpload] = useState<Upload | null>(null)
  const beginNow = () => setUpload(begin(address, wish))
  const follow = useEffectEvent(() => {
    if (isHeld) return
    if (!upload) return files.length > 0 ? beginNow() : undefined
    if (isSealed) return
    if (files.length > 0) return upload.setFiles(files)
    void upload.discard()
    setUpload(null)
  })
  useEffect(() => follow(), [address, files, upload, isSealed, isHeld])
  // Kept by the server for whoever comes back.
  useEffect(() => () => upload?.cancel(), [upload])
  useReconnecting(upload)
  return {
    upload,
    retry: () => {
      upload?.cancel()
      beginNow()
    },
    forget: () => setUpload(null),
  }
}
