/** The files as tiles side by side, in the order of their list; only rows in sight exist. */
import { useMediaQuery } from '@mantine/hooks'
import { type CSSProperties, useCallback, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { upTo } from '../../ui/breakpoints.ts'
import { isReady } from './arrival.ts'
import classes from './file-tile.module.css'
import { FileTile } from './file-tile.tsx'
import type { ListProps } from './list-props.ts'
import { toggle } from './selection.ts'
import type { FileNode } from './tree.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useWindowRows } from './use-window-rows.ts'

/** With its gap above; the same in its style sheet. */
const rowHeight = 204
const nothingOpen: ReadonlySet<string> = new Set()
const nothingToOpen = () => {}

export function FileTiles({ tiles, ...props }: ListProps & { tiles: readonly FileNode[] }) {
  const { received, address, selection, onSelect, onPreview } = props
  const { t } = useTranslation('download')
  const helpId = useId()
  const columns = useMediaQuery(upTo('narrow'), false, { getInitialValueInEffect: false }) ? 2 : 3
  const onChoose = useCallback(({ file }: FileNode) => onSelect(toggle(selection, [file])), [selection, onSelect])
  const keys = useGridKeys({
    rows: tiles,
    open: nothingOpen,
    columns,
    onToggle: nothingToOpen,
    onChoose: (node) => node.kind === 'file' && onChoose(node),
  })
  const count = Math.ceil(tiles.length / columns)
  const shown = useWindowRows({ count, rowHeight, keptIndex: Math.floor(keys.activeIndex / columns), list: keys.list })
  keys.useFocus((index) => shown.scrollTo(Math.floor(index / columns)))
  return (
    <>
      <p id={helpId} hidden>
        {t('tilesHelp')}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a table's rows would all have to exist */}
      <div
        ref={keys.list}
        role="grid"
        className={classes.grid}
        style={{ height: shown.height, '--columns': columns } as CSSProperties}
        aria-label={t('files')}
        aria-describedby={helpId}
        aria-rowcount={count}
        aria-colcount={columns}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        {shown.items.map(({ index: row, top }) => (
          // biome-ignore lint/a11y/useSemanticElements: a row of what is no table
          // biome-ignore lint/a11y/useFocusableInteractive: its tiles take the focus
          <div key={row} role="row" className={classes.row} style={{ transform: `translateY(${top}px)` }} aria-rowindex={row + 1}>
            {tiles.slice(row * columns, (row + 1) * columns).map((node, column) => {
              const index = row * columns + column
              return (
                <FileTile
                  key={node.key}
                  node={node}
                  index={index}
                  column={column}
                  address={address}
                  isChosen={selection.has(node.file.fileId)}
                  received={received}
                  isReady={isReady(received, node.file)}
                  isActive={index === keys.activeIndex}
                  onChoose={onChoose}
                  onPreview={onPreview}
                />
              )
            })}
          </div>
        ))}
      </div>
    </>
  )
}
