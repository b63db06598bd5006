/** Received files that can be looked at, and which of them is (D4). */
import { previewReceived } from '@sampan/contract/routes/previews'
import type { ReceivedFile } from '@sampan/contract/routes/request-grid'
import { previewKindOf } from '@sampan/contract/rules/preview-kind'
import { addressAs, type PreviewFile } from '../../product/preview/preview-file.ts'
import { useShownFile } from '../../product/preview/use-shown-file.ts'
import { api } from '../../product/session/api.ts'

const mayLookAt = (file: ReceivedFile): boolean => file.warning !== 'infected' && previewKindOf(file) !== null

const toLookAt = (slug: string, file: ReceivedFile, onDownload: (fileId: string) => void): PreviewFile => ({
  ...file,
  addressOf: async (form) => addressAs((await api.call(previewReceived, { params: { slug, fileId: file.fileId } })).url, form),
  download: { act: () => onDownload(file.fileId) },
})

export function usePreviews(slug: string, files: readonly ReceivedFile[], onDownload: (fileId: string) => void) {
  const { shownId, open, close } = useShownFile()
  return {
    files: files.filter(mayLookAt).map((file) => toLookAt(slug, file, onDownload)),
    shownId,
    close,
    /** null for one that is not to be looked at. */
    opener: (file: ReceivedFile) => (mayLookAt(file) ? () => open(file.fileId) : null),
  }
}
