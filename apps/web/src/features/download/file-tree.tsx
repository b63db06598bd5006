/** The files as a tree with search that scrolls with the page: however many there are, only rows in sight exist. */
import { useCallback, useDeferredValue, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isReady, readyBefore, readyIn } from './arrival.ts'
import { FileTiles } from './file-tiles.tsx'
import classes from './file-tree.module.css'
import { FileTreeRow } from './file-tree-row.tsx'
import { keepLook, keptLook, type Look } from './kept-visit.ts'
import type { ListProps } from './list-props.ts'
import { arePictures } from './pictures.ts'
import { chosenBefore, entriesOf, folderMark, listMark, toggle } from './selection.ts'
import { firstOpen, openRows, searchFiles, type Tree, type TreeNode } from './tree.ts'
import { NothingFound, TreeTools } from './tree-tools.tsx'
import { useGridKeys } from './use-grid-keys.ts'
import { useWindowRows } from './use-window-rows.ts'

/** `mayTile`: its pictures can be looked at. */
type Props = ListProps & { mayTile: boolean }
const fewRows = 7
const rowHeight = 64

/** Opened folders stay open under the hand of a visitor who looks for one file in between. */
function useRows(tree: Tree, search: string) {
  const [open, setOpen] = useState(() => firstOpen(tree, fewRows))
  const found = useMemo(() => (search.trim() ? searchFiles(tree, search) : null), [tree, search])
  const rows = useMemo<readonly TreeNode[]>(() => found ?? openRows(tree.root, open), [found, tree, open])
  const toggleOpen = (key: string) =>
    setOpen((before) => (before.has(key) ? new Set([...before].filter((each) => each !== key)) : new Set([...before, key])))
  return { rows, found, open, toggleOpen }
}

/** What is found begins under the search, however far down the page was. */
function useTopOf(search: string) {
  const top = useRef<HTMLDivElement>(null)
  const before = useRef(search)
  useLayoutEffect(() => {
    if (before.current === search) return
    before.current = search
    const above = top.current?.getBoundingClientRect().top ?? 0
    if (above < 0) window.scrollBy(0, above)
  }, [search])
  return top
}

/** What each row says of how much of it is chosen and here. */
function useSums({ tree, selection, received }: Pick<ListProps, 'tree' | 'selection' | 'received'>) {
  const chosen = useMemo(() => chosenBefore(tree, selection), [tree, selection])
  const ready = useMemo(() => readyBefore(tree, received), [tree, received])
  return {
    markOf: (node: TreeNode) =>
      node.kind === 'folder' ? folderMark(chosen, node) : selection.has(node.file.fileId) ? ('all' as const) : ('none' as const),
    readyOf: (node: TreeNode) => {
      if (node.kind === 'folder') return ready ? readyIn(ready, node) : node.fileCount
      return isReady(received, node.file) ? 1 : 0
    },
  }
}

/** Pictures are looked at side by side, until somebody wants the list; null where there is no choice. */
function useLook(tree: Tree, slug: string, mayTile: boolean) {
  const hasChoice = useMemo(() => mayTile && arePictures(tree.entries), [tree, mayTile])
  const [chosen, setChosen] = useState(() => keptLook(slug))
  const onLook = (look: Look) => {
    keepLook(slug, look)
    setChosen(look)
  }
  return { look: hasChoice ? (chosen ?? 'tiles') : null, onLook }
}

export function FileTree({ mayTile, ...props }: Props) {
  const { tree, address, selection, onSelect } = props
  const { t } = useTranslation('download')
  const [search, setSearch] = useState('')
  const searched = useDeferredValue(search)
  const { rows, found, open, toggleOpen } = useRows(tree, searched)
  const top = useTopOf(searched)
  const { look, onLook } = useLook(tree, address.slug, mayTile)
  const tiles = useMemo(() => (look === 'tiles' ? searchFiles(tree, searched) : null), [look, tree, searched])
  const listed = found ? found.map(({ file }) => file) : tree.entries
  const isLarge = tree.entries.length > fewRows
  return (
    <>
      <div ref={top} />
      {(isLarge || look) && (
        <TreeTools
          look={look}
          onLook={onLook}
          hasSearch={isLarge}
          search={search}
          onSearch={setSearch}
          foundCount={found?.length ?? null}
          mark={listMark(selection, listed)}
          isEmpty={listed.length === 0}
          onChooseAll={() => onSelect(toggle(selection, listed))}
        />
      )}
      {tiles && tiles.length > 0 && <FileTiles {...props} tiles={tiles} />}
      {!tiles && rows.length > 0 && (
        <Rows
          {...props}
          label={t('files')}
          rows={rows}
          open={open}
          onToggle={toggleOpen}
          isLarge={isLarge}
          isSearch={found !== null}
        />
      )}
      {found?.length === 0 && <NothingFound search={search.trim()} onClear={() => setSearch('')} />}
    </>
  )
}

type RowsProps = ListProps & {
  label: string
  rows: readonly TreeNode[]
  open: ReadonlySet<string>
  onToggle: (key: string) => void
  isLarge: boolean
  isSearch: boolean
}

function Rows({ label, rows, open, onToggle, isLarge, isSearch, ...props }: RowsProps) {
  const { tree, received, address, selection, onSelect, download, onPreview } = props
  const { t } = useTranslation('download')
  const helpId = useId()
  const sums = useSums(props)
  // The same from frame to frame of a scroll: a row that stays is not drawn again.
  const onChoose = useCallback(
    (node: TreeNode) => onSelect(toggle(selection, entriesOf(tree, node))),
    [tree, selection, onSelect],
  )
  const onDownload = useCallback(
    (node: TreeNode) =>
      download.start(
        node.key,
        entriesOf(tree, node).filter(({ isBlocked }) => !isBlocked),
      ),
    [tree, download],
  )
  const keys = useGridKeys({ rows, open, onToggle, onChoose: tree.entries.length > 1 ? onChoose : null })
  const shown = useWindowRows({ count: isLarge ? rows.length : 0, rowHeight, keptIndex: keys.activeIndex, list: keys.list })
  keys.useFocus(shown.scrollTo)
  const items = isLarge ? shown.items : rows.map((_, index) => ({ index, top: null }))
  return (
    <>
      <p id={helpId} hidden>
        {t('treeHelp')}
      </p>
      <div
        ref={keys.list}
        role="treegrid"
        className={isLarge ? classes.large : classes.few}
        style={isLarge ? { height: shown.height } : undefined}
        aria-label={label}
        aria-describedby={helpId}
        aria-rowcount={rows.length}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        {items.map(({ index, top }) => {
          const node = rows[index]!
          return (
            <FileTreeRow
              key={node.key}
              node={node}
              index={index}
              top={top}
              address={address}
              mark={sums.markOf(node)}
              received={received}
              readyCount={sums.readyOf(node)}
              isOpen={open.has(node.key)}
              isActive={index === keys.activeIndex}
              hasBox={tree.entries.length > 1}
              showsPath={isSearch}
              isPending={download.pendingKey === node.key}
              onChoose={onChoose}
              onToggle={onToggle}
              onDownload={onDownload}
              onPreview={onPreview}
            />
          )
        })}
      </div>
    </>
  )
}
