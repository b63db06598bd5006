/** The upload of what is chosen: begins with the first file, follows what is added and taken out, and is what Send submits. */
import { browserTools } from '@sampan/client/upload/browser'
import { startUpload } from '@sampan/client/upload/start-upload'
import type { Upload, UploadSnapshot } from '@sampan/client/upload/upload'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { checkpoints } from '../../product/files/checkpoints.ts'
import { connectionType } from '../../product/files/connection.ts'
import type { PickedFile } from '../../product/files/picked-file.ts'
import { api } from '../../product/session/api.ts'
import type { RequestAddress } from './queries.ts'

const never = () => () => {}
const nothing = () => null

export const useSnapshot = (upload: Upload | null): UploadSnapshot | null =>
  useSyncExternalStore<UploadSnapshot | null>(upload?.subscribe ?? never, upload?.snapshot ?? nothing)

const begin = ({ slug, user }: RequestAddress, files: readonly PickedFile[]): Upload =>
  startUpload({
    api,
    ticketRequest: { id: slug, type: 'request', user },
    files,
    connection: connectionType(),
    isOpen: true,
    checkpoints,
    ...browserTools(),
  })

/** `retry` begins anew after a failure; `forget` leaves what was submitted behind. */
export function useRequestUpload(address: RequestAddress, files: readonly PickedFile[], isSealed: boolean) {
  const [upload, setUpload] = useState<Upload | null>(null)
  useEffect(() => {
    if (isSealed) return
    if (files.length === 0) {
      if (!upload) return
      void upload.discard()
      setUpload(null)
    } else if (!upload) setUpload(begin(address, files))
    else upload.setFiles(files)
  }, [address, files, upload, isSealed])
  // Kept by the server for whoever comes back.
  useEffect(() => () => upload?.cancel(), [upload])
  useEffect(() => {
    if (!upload) return
    const page = new AbortController()
    addEventListener('online', () => upload.reconnect(), { signal: page.signal })
    return () => page.abort()
  }, [upload])
  return {
    upload,
    retry: () => {
      upload?.cancel()
      setUpload(begin(address, files))
    },
    forget: () => setUpload(null),
  }
}
