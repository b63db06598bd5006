/** Which file is looked at, as soon as that can be done. */
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { useCallback, useEffect, useState } from 'react'
import { lateChunk } from '../../lib/load-chunk.ts'
import { useShownFile } from '../../product/preview/use-shown-file.ts'

const chunk = lateChunk(async () => (await import('./late-previews.ts')).loadPreviews())

export function usePreviews(isLimited: boolean) {
  const [late, setLate] = useState(chunk.peek)
  const [isMissing, setMissing] = useState(false)
  const { shownId, open, close } = useShownFile()
  const onMissing = useCallback(() => setMissing(true), [])
  useEffect(() => {
    // Without it everything can be downloaded all the same.
    chunk.load().then(setLate, onMissing)
  }, [onMissing])
  const opener = useCallback(
    (file: PublicFile) => (late?.mayLookAt(file, isLimited) ? () => open(file.fileId) : null),
    [late, isLimited, open],
  )
  return { late, isMissing, onMissing, shownId, opener, close }
}
