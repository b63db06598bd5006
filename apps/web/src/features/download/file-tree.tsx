/** The files: a plain list when there are few, else a tree with search of which only what is in sight exists. */
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VirtualList } from '../../ui/virtual-list.tsx'
import classes from './file-tree.module.css'
import { FileTreeRow } from './file-tree-row.tsx'
import type { LinkAddress } from './link-address.ts'
import { chosenBefore, entriesOf, folderMark, listMark, type Selection, toggle } from './selection.ts'
import { firstOpen, openRows, searchFiles, type Tree, type TreeNode } from './tree.ts'
import { NothingFound, TreeTools } from './tree-tools.tsx'
import type { SelectionDownload } from './use-selection-download.ts'

type Props = {
  tree: Tree
  address: LinkAddress
  selection: Selection
  onSelect: (selection: Selection) => void
  download: SelectionDownload
}
const fewRows = 7
const rowHeight = 64
const maxRows = 7

/** Opened folders stay open under the hand of a visitor who looks for one file in between. */
function useRows(tree: Tree, search: string) {
  const [open, setOpen] = useState(() => firstOpen(tree, fewRows))
  const found = useMemo(() => (search.trim() ? searchFiles(tree, search) : null), [tree, search])
  const rows = useMemo(() => found ?? openRows(tree.root, open), [found, tree, open])
  const toggleOpen = (key: string) =>
    setOpen((before) => (before.has(key) ? new Set([...before].filter((each) => each !== key)) : new Set([...before, key])))
  return { rows, found, open, toggleOpen }
}

export function FileTree({ tree, address, selection, onSelect, download }: Props) {
  const { t } = useTranslation('download')
  const [search, setSearch] = useState('')
  const { rows, found, open, toggleOpen } = useRows(tree, useDeferredValue(search))
  const sums = useMemo(() => chosenBefore(tree, selection), [tree, selection])
  const listed = found ? found.map(({ file }) => file) : tree.entries
  const hasBoxes = tree.entries.length > 1
  const isLarge = tree.entries.length > fewRows
  const render = (node: TreeNode) => (
    <FileTreeRow
      node={node}
      address={address}
      mark={node.kind === 'folder' ? folderMark(sums, node) : selection.has(node.file.fileId) ? 'all' : 'none'}
      isOpen={open.has(node.key)}
      hasBox={hasBoxes}
      showsPath={found !== null}
      isPending={download.pendingKey === node.key}
      onChoose={() => onSelect(toggle(selection, entriesOf(tree, node)))}
      onToggle={() => toggleOpen(node.key)}
      onDownload={() => download.start(node.key, entriesOf(tree, node))}
    />
  )
  return (
    <>
      {isLarge && (
        <TreeTools
          search={search}
          onSearch={setSearch}
          foundCount={found?.length ?? null}
          mark={listMark(selection, listed)}
          isEmpty={listed.length === 0}
          onChooseAll={() => onSelect(toggle(selection, listed))}
        />
      )}
      {isLarge ? (
        <VirtualList
          label={t('files')}
          rows={rows}
          rowHeight={rowHeight}
          maxRows={maxRows}
          keyOf={({ key }) => key}
          render={render}
        />
      ) : (
        <ul className={classes.list} aria-label={t('files')}>
          {rows.map((node) => (
            <li key={node.key}>{render(node)}</li>
          ))}
        </ul>
      )}
      {found?.length === 0 && <NothingFound search={search.trim()} onClear={() => setSearch('')} />}
    </>
  )
}
