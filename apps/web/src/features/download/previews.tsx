/** The files of a link as they are looked at, in the order of its tree (D4); and what was recorded. Comes once the page stands. */
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { mayPreview, previewKindOf } from '@sampan/contract/rules/preview-kind'
import { useMemo } from 'react'
import type { PreviewFile } from '../../product/preview/preview-file.ts'
import { Previewer } from '../../product/preview/previewer.tsx'
import { downloadLink, type LinkAddress } from './link-address.ts'
import { previewHref, tellPlayed } from './preview-address.ts'

export { RecordingsPlace } from './recordings-place.tsx'

/** `isLimited`: each download counts. */
export const mayLookAt = (file: PublicFile, isLimited: boolean): boolean =>
  mayPreview(isLimited, file.media) && previewKindOf(file) !== null

const toLookAt = (file: PublicFile, address: LinkAddress): PreviewFile => ({
  ...file,
  addressOf: (form) => previewHref(address, file.fileId, form),
  download: downloadLink(address, { fileId: file.fileId }),
  ...(file.media && { onPlayed: () => tellPlayed(address, file.fileId) }),
})

type Props = {
  /** Those that are here. */
  files: readonly PublicFile[]
  isLimited: boolean
  address: LinkAddress
  shownId: string | null
  onClose: () => void
}

export function Previews({ files, isLimited, address, shownId, onClose }: Props) {
  const { slug, user, dl } = address
  const lookable = useMemo(
    () => files.filter((file) => mayLookAt(file, isLimited)).map((file) => toLookAt(file, { slug, user, dl })),
    [files, isLimited, slug, user, dl],
  )
  return <Previewer files={lookable} fileId={shownId} onClose={onClose} />
}
