/** Files dropped or pasted anywhere on the page. */
import { useEffect, useEffectEvent, useState } from 'react'
import { isPasteOfFiles } from '../../lib/pasted-files.ts'
import type { PickedFile } from './picked-file.ts'
import { readTransfer } from './picked-file.ts'

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

export function usePageDrop(isActive: boolean, onFiles: (files: PickedFile[], unreadable: string[]) => void): boolean {
  const [depth, setDepth] = useState(0)
  const take = useEffectEvent(async (transfer: DataTransfer) => {
    const { files, unreadable } = await readTransfer(transfer)
    if (isActive) onFiles(files, unreadable)
  })

  useEffect(() => {
    // Every element on the way reports entering and leaving: only the balance says whether the pointer is still here.
    const enter = (event: DragEvent) => hasFiles(event) && setDepth((count) => count + 1)
    const leave = (event: DragEvent) => hasFiles(event) && setDepth((count) => Math.max(0, count - 1))
    // Without this the browser would open a dropped file in place of the page, and the draft would be gone.
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault()
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      setDepth(0)
      // A place of its own has taken it.
      if (event.defaultPrevented) return
      event.preventDefault()
      void take(event.dataTransfer!)
    }
    const paste = (event: ClipboardEvent) => {
      if (!isPasteOfFiles(event)) return
      event.preventDefault()
      void take(event.clipboardData!)
    }
    const page = new AbortController()
    const { signal } = page
    addEventListener('dragenter', enter, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('dragover', over, { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('paste', paste, { signal })
    return () => page.abort()
  }, [])

  return isActive && depth > 0
}
