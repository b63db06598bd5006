/** One row of the tree: a folder that opens, an empty folder, or a file, each with its box and its download. */
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { isFolderPath } from '@sampan/contract/rules/file-path'
import { ChevronRight, Download, LoaderCircle } from 'lucide-react'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { shownName } from '../../lib/safe-text.ts'
import { OpenerMark } from '../../product/preview/opener-mark.tsx'
import { FileIcon, FolderIcon } from '../../ui/file-icon.tsx'
import type { Received } from './arrival.ts'
import { Checkbox } from './checkbox.tsx'
import { FileFacts } from './file-facts.tsx'
import classes from './file-tree-row.module.css'
import { downloadLink, type LinkAddress } from './link-address.ts'
import type { Mark } from './selection.ts'
import type { FileNode, FolderNode, TreeNode } from './tree.ts'

type Props = {
  node: TreeNode
  index: number
  /** In a long list each row stands where it belongs, whichever others exist. */
  top: number | null
  address: LinkAddress
  mark: Mark
  received: Received
  /** Of its files. */
  readyCount: number
  isOpen: boolean
  /** The one row of the tree that Tab leads to. */
  isActive: boolean
  hasBox: boolean
  showsPath: boolean
  isPending: boolean
  onChoose: (node: TreeNode) => void
  onToggle: (key: string) => void
  onDownload: (node: TreeNode) => void
  onPreview: OnPreview
}
/** Opens a file; null for one that is not to be looked at. */
export type OnPreview = (file: PublicFile) => (() => void) | null
type LineProps<Node> = Omit<Props, 'node'> & { node: Node; name: string; tabIndex: 0 | -1 }
const deepestIndent = 4

export const FileTreeRow = memo(function FileTreeRow(props: Props) {
  const { node, index, top, mark, hasBox, isOpen, isActive, showsPath, onChoose } = props
  const { t } = useTranslation('download')
  const name = shownName(node.name)
  const tabIndex = isActive ? 0 : -1
  const style = {
    '--depth': Math.min(node.depth - 1, deepestIndent),
    ...(top !== null && { transform: `translateY(${top}px)` }),
  } as CSSProperties
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a treegrid that come and go with the scrolling of the page
    <div
      role="row"
      className={classes.row}
      data-row={index}
      style={style}
      tabIndex={tabIndex}
      aria-rowindex={index + 1}
      aria-level={showsPath ? 1 : node.depth}
      aria-expanded={node.kind === 'folder' && node.children.length > 0 ? isOpen : undefined}
    >
      {hasBox && (
        <Cell>
          <Checkbox label={t('choose', { name })} mark={mark} tabIndex={tabIndex} onChange={() => onChoose(node)} />
        </Cell>
      )}
      {node.kind === 'folder' ? (
        <FolderLine {...props} node={node} name={name} tabIndex={tabIndex} />
      ) : (
        <FileLine {...props} node={node} name={name} tabIndex={tabIndex} />
      )}
    </div>
  )
})

const Cell = ({ className, children }: { className?: string | undefined; children?: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a cell of a row that is none of a table
  // biome-ignore lint/a11y/useFocusableInteractive: what is in it takes the focus
  <div role="gridcell" className={className}>
    {children}
  </div>
)

const Words = ({ name, children, opener }: { name: string; children: ReactNode; opener?: ReactNode }) => (
  <span className={classes.words}>
    <span className={classes.name} data-name title={name}>
      {opener ?? <bdi>{name}</bdi>}
    </span>
    <span className={classes.detail}>{children}</span>
  </span>
)

function FolderLine(props: LineProps<FolderNode>) {
  const { node, name, isOpen, isPending, received, readyCount, tabIndex, onToggle, onDownload } = props
  const { t } = useTranslation('download')
  const words = (
    <Words name={name}>
      <FolderFacts {...props} />
    </Words>
  )
  const Icon = isPending ? LoaderCircle : Download
  return (
    <>
      <Cell className={classes.main}>
        {node.children.length > 0 ? (
          <button
            type="button"
            className={classes.folder}
            tabIndex={tabIndex}
            aria-expanded={isOpen}
            aria-label={t('showFolder', { name })}
            onClick={() => onToggle(node.key)}
          >
            <FolderIcon />
            {words}
            <ChevronRight className={classes.chevron} size={18} aria-hidden="true" />
          </button>
        ) : (
          <span className={classes.line}>
            <FolderIcon />
            {words}
          </span>
        )}
      </Cell>
      <Cell className={classes.last}>
        {(received ? readyCount === node.fileCount : readyCount > 0 || node.fileCount === 0) && (
          <button
            type="button"
            className={classes.action}
            tabIndex={tabIndex}
            aria-label={t('downloadFolder', { name })}
            aria-busy={isPending}
            onClick={isPending ? undefined : () => onDownload(node)}
          >
            <Icon className={isPending ? classes.spinning : undefined} size={19} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
      </Cell>
    </>
  )
}

function FolderFacts({ node: { fileCount, totalBytes }, received, readyCount }: LineProps<FolderNode>) {
  const { t } = useTranslation('download')
  const format = useFormat()
  if (fileCount === 0) return t('emptyFolder')
  const count = t('fileCount', { count: fileCount, number: format.number(fileCount) })
  if (!received) return `${count} · ${format.bytes(totalBytes)}`
  const ready = t('readyOf', { ready: format.number(readyCount), number: format.number(fileCount) })
  return `${readyCount === fileCount ? `${count} · ${t('ready')}` : ready} · ${format.bytes(totalBytes)}`
}

function FileLine({ node, name, address, showsPath, received, readyCount, tabIndex, onPreview }: LineProps<FileNode>) {
  const { t } = useTranslation('download')
  const { file } = node
  const link = downloadLink(address, { fileId: file.fileId })
  const open = readyCount > 0 ? onPreview(file) : null
  return (
    <>
      <Cell className={classes.main}>
        <span className={classes.line}>
          {isFolderPath(file.path) ? <FolderIcon /> : <FileIcon path={file.path} thumbnail={file.thumbnail} />}
          <Words
            name={name}
            opener={
              open && (
                <button
                  type="button"
                  className={classes.open}
                  data-open
                  tabIndex={tabIndex}
                  aria-label={t('preview', { name })}
                  onClick={open}
                >
                  <bdi>{name}</bdi>
                  <OpenerMark />
                </button>
              )
            }
          >
            <FileFacts file={file} slug={address.slug} received={received} showsPath={showsPath} />
          </Words>
        </span>
      </Cell>
      <Cell className={classes.last}>
        {readyCount > 0 && (
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
      </Cell>
    </>
  )
}
