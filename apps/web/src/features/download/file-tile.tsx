/** One tile of the files that are looked at side by side: a picture as large as it can be told apart, its name, its box and its download. */
import { Download } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/safe-text.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import type { Received } from './arrival.ts'
import { Checkbox } from './checkbox.tsx'
import { FileFacts } from './file-facts.tsx'
import classes from './file-tile.module.css'
import type { OnPreview } from './file-tree-row.tsx'
import { downloadLink, type LinkAddress } from './link-address.ts'
import type { FileNode } from './tree.ts'

type Props = {
  node: FileNode
  index: number
  column: number
  address: LinkAddress
  isChosen: boolean
  received: Received
  isReady: boolean
  /** The one tile that Tab leads to. */
  isActive: boolean
  onChoose: (node: FileNode) => void
  onPreview: OnPreview
}

export const FileTile = memo(function FileTile(props: Props) {
  const { node, index, column, address, isChosen, received, isReady, isActive, onChoose, onPreview } = props
  const { t } = useTranslation('download')
  const { file } = node
  const name = shownName(node.name)
  const tabIndex = isActive ? 0 : -1
  const link = downloadLink(address, { fileId: file.fileId })
  const open = isReady ? onPreview(file) : null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of a grid that comes and goes with the scrolling of the page
    <div role="gridcell" className={classes.tile} data-row={index} tabIndex={tabIndex} aria-colindex={column + 1}>
      <span className={classes.picture}>
        <FileIcon path={file.path} thumbnail={file.thumbnail} isLarge />
      </span>
      <span className={classes.box}>
        <Checkbox
          label={t('choose', { name })}
          mark={isChosen ? 'all' : 'none'}
          tabIndex={tabIndex}
          onChange={() => onChoose(node)}
        />
      </span>
      <span className={classes.foot}>
        <span className={classes.words}>
          <span className={classes.name} title={name}>
            {open ? (
              <button
                type="button"
                className={classes.open}
                data-open
                tabIndex={tabIndex}
                aria-label={t('preview', { name })}
                onClick={open}
              >
                <bdi>{name}</bdi>
              </button>
            ) : (
              <bdi>{name}</bdi>
            )}
          </span>
          <span className={classes.detail}>
            <FileFacts file={file} slug={address.slug} received={received} showsPath />
          </span>
        </span>
        {isReady && (
          <a
            className={classes.action}
            {...link}
            href={link.href}
            download=""
            tabIndex={tabIndex}
            aria-label={t('downloadFile', { name })}
          >
            <Download size={19} strokeWidth={1.75} aria-hidden="true" />
          </a>
        )}
      </span>
    </div>
  )
})
