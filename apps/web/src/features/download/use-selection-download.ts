/** Downloads some of the files as one zip: the server is told which, then the browser fetches it. */
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { isFolderPath } from '@sampan/contract/rules/file-path'
import { useState } from 'react'
import { type LinkAddress, startDownload } from './link-address.ts'
import { useSelect } from './queries.ts'

export type SelectionDownload = {
  start: (key: string, entries: readonly PublicFile[]) => void
  /** The key of what is being asked for now. */
  pendingKey: string | null
  failed: { key: string; error: unknown } | null
  forget: () => void
}

/** `entryCount` null: everything is not to be had at once. */
export function useSelectionDownload(address: LinkAddress, entryCount: number | null): SelectionDownload {
  const select = useSelect(address)
  const [askedKey, setAskedKey] = useState('')
  function start(key: string, entries: readonly PublicFile[]) {
    const [only] = entries
    select.reset()
    if (entries.length === entryCount) return void startDownload(address)
    if (entries.length === 1 && only && !isFolderPath(only.path)) return void startDownload(address, { fileId: only.fileId })
    setAskedKey(key)
    const fileIds = entries.map(({ fileId }) => fileId)
    select.mutate(fileIds, { onSuccess: ({ selection }) => startDownload(address, { selection, fileIds }) })
  }
  return {
    start,
    pendingKey: select.isPending ? askedKey : null,
    failed: select.isError ? { key: askedKey, error: select.error } : null,
    forget: select.reset,
  }
}
