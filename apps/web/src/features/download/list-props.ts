/** What the files of a transfer are shown by, as a tree or side by side. */
import type { Received } from './arrival.ts'
import type { OnPreview } from './file-tree-row.tsx'
import type { LinkAddress } from './link-address.ts'
import type { Selection } from './selection.ts'
import type { Tree } from './tree.ts'
import type { SelectionDownload } from './use-selection-download.ts'

export type ListProps = {
  tree: Tree
  /** null where everything is here. */
  received: Received
  address: LinkAddress
  selection: Selection
  onSelect: (selection: Selection) => void
  download: SelectionDownload
  onPreview: OnPreview
}
