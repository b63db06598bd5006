/** What of a transfer can be looked at, in the order of its tree, and which file is (D4). */
import type { PublicFile, TransferView } from '@sampan/contract/routes/downloads'
import { mayPreview, previewKindOf } from '@sampan/contract/rules/preview-kind'
import { useCallback, useMemo, useState } from 'react'
import type { PreviewFile } from '../../ui/preview/preview-file.ts'
import { isReady, type Received } from './arrival.ts'
import { fileHref, type LinkAddress, previewHref, tellPlayed } from './link-address.ts'
import type { Tree } from './tree.ts'

type Options = { view: TransferView; tree: Tree; received: Received; address: LinkAddress }

const toLookAt = (file: PublicFile, address: LinkAddress): PreviewFile => ({
  ...file,
  addressOf: (form) => previewHref(address, file.fileId, form),
  download: { href: fileHref(address, file.fileId) },
  ...(file.media && { onPlayed: () => tellPlayed(address, file.fileId) }),
})

export function usePreviews({ view, tree, received, address }: Options) {
  const { slug, user, dl } = address
  const isLimited = view.downloadsLeft !== null
  const files = useMemo(
    () =>
      tree.entries
        .filter((file) => isReady(received, file) && mayPreview(isLimited, file.media) && previewKindOf(file))
        .map((file) => toLookAt(file, { slug, user, dl })),
    [tree, received, isLimited, slug, user, dl],
  )
  const ids = useMemo(() => new Set(files.map(({ fileId }) => fileId)), [files])
  const [shownId, setShownId] = useState<string | null>(null)
  const close = useCallback(() => setShownId(null), [])
  const opener = useCallback(({ fileId }: PublicFile) => (ids.has(fileId) ? () => setShownId(fileId) : null), [ids])
  return { files, shownId, close, opener }
}
