/** One's own files that can be looked at, and which of them is (D4). */
import { previewOwn } from '@sampan/contract/routes/previews'
import type { DetailFile } from '@sampan/contract/routes/transfer-detail'
import { previewKindOf } from '@sampan/contract/rules/preview-kind'
import { useMemo } from 'react'
import { addressAs, type PreviewFile } from '../../product/preview/preview-file.ts'
import { useShownFile } from '../../product/preview/use-shown-file.ts'
import { api } from '../../product/session/api.ts'

const mayLookAt = (file: DetailFile): boolean => !file.isLost && file.scan !== 'infected' && previewKindOf(file) !== null

const toLookAt = (slug: string, file: DetailFile): PreviewFile => ({
  ...file,
  addressOf: async (form) => addressAs((await api.call(previewOwn, { params: { slug, fileId: file.fileId } })).url, form),
})

/** `isLocked`: they are still on their way, or were taken down. */
export function usePreviews(slug: string, files: readonly DetailFile[], isLocked: boolean) {
  const shown = useMemo(
    () => (isLocked ? [] : files.filter(mayLookAt).map((file) => toLookAt(slug, file))),
    [slug, files, isLocked],
  )
  const { shownId, open, close } = useShownFile()
  return {
    files: shown,
    shownId,
    close,
    /** null for one that is not to be looked at. */
    opener: (file: DetailFile) => (!isLocked && mayLookAt(file) ? () => open(file.fileId) : null),
  }
}
